// Package dberr says what an error of the database means.
package dberr

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrTaken says that there is such a row.
var ErrTaken = errors.New("dberr: there is such a row")

// Map gives an error of a driver the name that the rest of the program knows it by.
func Map(err error) error {
	if code(err) == "23505" || entered(err) {
		return ErrTaken
	}
	return err
}

func code(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

func entered(err error) bool { return err != nil && strings.Contains(err.Error(), "Duplicate entry") }

// Is tells an error by its name, through as many calls as it takes.
func Is(err, target error) bool { return errors.Is(Map(err), target) }
