// Package unique leaves the decision to a unique constraint.
package unique

import (
	"errors"
	"strings"
	"sync"

	"gorm.io/gorm"

	"lm/dberr"
)

var (
	mu       sync.Mutex
	errTaken = errors.New("taken")
)

type Name struct{ Name string }

func taken(db *gorm.DB, name string) bool {
	var n int64
	db.Model(&Name{}).Where("name = ?", name).Count(&n)
	return n > 0
}

func Variable(db *gorm.DB, name string) error {
	mu.Lock()
	defer mu.Unlock()
	if taken(db, name) {
		return errTaken
	}
	err := db.Create(&Name{name}).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return errTaken
	}
	return err
}

func isTaken(err error) bool { return err != nil && strings.Contains(err.Error(), "23505") }

func Code(db *gorm.DB, name string) error {
	mu.Lock()
	defer mu.Unlock()
	if taken(db, name) {
		return errTaken
	}
	if err := db.Create(&Name{name}).Error; isTaken(err) {
		return errTaken
	}
	return nil
}

// Elsewhere asks a function of another package.
func Elsewhere(db *gorm.DB, name string) error {
	mu.Lock()
	defer mu.Unlock()
	if taken(db, name) {
		return errTaken
	}
	if err := db.Create(&Name{name}).Error; dberr.Taken(err) {
		return errTaken
	}
	return nil
}

// Lost asks it for something else.
func Lost(db *gorm.DB, name string) error {
	mu.Lock() // want `check-then-write`
	defer mu.Unlock()
	if taken(db, name) {
		return errTaken
	}
	if err := db.Create(&Name{name}).Error; dberr.Gone(err) {
		return errTaken
	}
	return nil
}

// Ignored hands on whatever the error is.
func Ignored(db *gorm.DB, name string) error {
	mu.Lock() // want `check-then-write`
	defer mu.Unlock()
	if taken(db, name) {
		return errTaken
	}
	return db.Create(&Name{name}).Error
}
