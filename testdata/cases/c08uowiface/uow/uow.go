// Package uow has a unit of work whose repositories share a transaction.
package uow

import (
	"context"

	"gorm.io/gorm"
)

// Orders stores orders.
type Orders interface {
	Create(ctx context.Context, user string, n int) error
	Count(ctx context.Context, user string) (int64, error)
}

// Work gives repositories on one transaction.
type Work interface {
	Orders() Orders
}

// UnitOfWork runs functions in a transaction.
type UnitOfWork interface {
	Do(ctx context.Context, fn func(w Work) error) error
}

type gormUow struct{ db *gorm.DB }

// New makes one on gorm.
func New(db *gorm.DB) UnitOfWork { return &gormUow{db: db} }

func (u *gormUow) Do(ctx context.Context, fn func(w Work) error) error {
	return u.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return fn(&work{tx: tx})
	})
}

type work struct{ tx *gorm.DB }

func (w *work) Orders() Orders { return &orders{db: w.tx} }

type order struct {
	ID   uint
	User string
	N    int
}

type orders struct{ db *gorm.DB }

func (o *orders) Create(ctx context.Context, user string, n int) error {
	return o.db.WithContext(ctx).Create(&order{User: user, N: n}).Error
}

func (o *orders) Count(ctx context.Context, user string) (n int64, err error) {
	err = o.db.WithContext(ctx).Model(&order{}).Where("user = ?", user).Count(&n).Error
	return n, err
}
