// Package rows looks at results.
package rows

import (
	"database/sql"
	"errors"
	"log/slog"
)

var errGone = errors.New("gone")

// One wants one changed row.
func One(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n != 1 {
		err = errGone
	}
	return err
}

// Log only looks at the error.
func Log(_ sql.Result, err error) error {
	if err != nil {
		slog.Error("write", "err", err)
	}
	return err
}
