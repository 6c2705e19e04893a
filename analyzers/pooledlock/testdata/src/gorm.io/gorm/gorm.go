// Package gorm has the few declarations of gorm that the shapes need.
package gorm

import (
	"context"
	"database/sql"
)

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) WithContext(ctx context.Context) *DB    { return db }
func (db *DB) Model(value any) *DB                    { return db }
func (db *DB) Where(query any, args ...any) *DB       { return db }
func (db *DB) First(dest any, conds ...any) *DB       { return db }
func (db *DB) Create(value any) *DB                   { return db }
func (db *DB) Update(column string, value any) *DB    { return db }
func (db *DB) Exec(query string, values ...any) *DB   { return db }
func (db *DB) Begin(opts ...*sql.TxOptions) *DB       { return db }
func (db *DB) Commit() *DB                            { return db }
func (db *DB) Rollback() *DB                          { return db }
func (db *DB) Connection(fc func(tx *DB) error) error { return nil }

func (db *DB) Transaction(fc func(tx *DB) error, opts ...*sql.TxOptions) error { return nil }
