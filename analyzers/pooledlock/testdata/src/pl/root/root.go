// Package root has handles of gorm, which may be anything.
package root

import (
	"context"

	"gorm.io/gorm"
)

type service struct{ db *gorm.DB }

func newService(db *gorm.DB) *service { return &service{db: db} }

func (s *service) rebuild(ctx context.Context) error {
	return s.db.WithContext(ctx).Exec("SELECT pg_advisory_lock(89)").Error // want `session lock "89" belongs to one connection, and this is a pool, .*, assuming that s\.db is the root handle \(pooledlock/pool\)$`
}

// pinned runs on one connection.
func (s *service) pinned() error {
	return s.db.Connection(func(conn *gorm.DB) error {
		return conn.Exec("SELECT pg_advisory_lock(89)").Error
	})
}

var shared *gorm.DB

func global() error {
	return shared.Exec("SELECT pg_advisory_lock(90)").Error // want `session lock "90" belongs to one connection, and this is a pool`
}

// repo may work in a transaction.
type repo struct{ db *gorm.DB }

func (r *repo) with(tx *gorm.DB) *repo { return &repo{db: tx} }

func (r *repo) lock() error { return r.db.Exec("SELECT pg_advisory_lock(91)").Error }

// given may be anything.
func given(db *gorm.DB) error { return db.Exec("SELECT pg_advisory_lock(92)").Error }
