// Package gorm has the few declarations of gorm that the shapes need.
package gorm

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm/clause"
)

var (
	ErrRecordNotFound = errors.New("record not found")
	ErrDuplicatedKey  = errors.New("duplicated key not allowed")
)

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) WithContext(ctx context.Context) *DB    { return db }
func (db *DB) Model(value any) *DB                    { return db }
func (db *DB) Table(name string, args ...any) *DB     { return db }
func (db *DB) Where(query any, args ...any) *DB       { return db }
func (db *DB) Clauses(conds ...clause.Expression) *DB { return db }
func (db *DB) First(dest any, conds ...any) *DB       { return db }
func (db *DB) Find(dest any, conds ...any) *DB        { return db }
func (db *DB) Count(n *int64) *DB                     { return db }
func (db *DB) Create(value any) *DB                   { return db }
func (db *DB) Save(value any) *DB                     { return db }
func (db *DB) Delete(value any, conds ...any) *DB     { return db }
func (db *DB) Update(column string, value any) *DB    { return db }
func (db *DB) Updates(values any) *DB                 { return db }
func (db *DB) AutoMigrate(dst ...any) error           { return nil }

func (db *DB) Transaction(fc func(tx *DB) error, opts ...*sql.TxOptions) error { return nil }

func Expr(expr string, args ...any) clause.Expr { return clause.Expr{} }
