// Package inout uses *gorm.DB inside and outside of a transaction.
package inout

import (
	"context"

	"gorm.io/gorm"
)

type Stock struct{ ID, Qty int }

type Repo struct{ db *gorm.DB }

// Take works on what the repository stands on.
func (r *Repo) Take(ctx context.Context, id int) error { // want Take:`^write p0\.db stocks$`
	return r.db.WithContext(ctx).Model(&Stock{}).Where("id = ?", id).Update("qty", 0).Error
}

// On is the repository on another handle.
func (r *Repo) On(tx *gorm.DB) *Repo { return &Repo{db: tx} } // want On:`^r0\.db=p1; r0 not nil$`

// Inside works in a transaction.
func (r *Repo) Inside(ctx context.Context, id int) error { // want Inside:`^begin new0; write new0 stocks; commit new0 \| begin new0; write new0 stocks; rollback new0; r0 not nil$`
	return r.db.Transaction(func(tx *gorm.DB) error { return r.On(tx).Take(ctx, id) })
}

// Leaves begins a transaction and works beside it.
func (r *Repo) Leaves(ctx context.Context, id int) error { // want Leaves:`^begin new0; write p0\.db stocks; commit new0 \| begin new0; write p0\.db stocks; rollback new0; r0 not nil$`
	return r.db.Transaction(func(tx *gorm.DB) error { return r.Take(ctx, id) })
}

// Begin hands the transaction out.
func (r *Repo) Begin() *Repo { return &Repo{db: r.db.Begin()} } // want Begin:`^begin r0\.db; r0 not nil \| r0 not nil$`

func (r *Repo) Commit() error { return r.db.Commit().Error } // want Commit:`^commit p0\.db$`

// Pinned is no transaction.
func (r *Repo) Pinned(ctx context.Context) error { // want Pinned:`^write new0 carts$`
	return r.db.Connection(func(tx *gorm.DB) error { return tx.Exec("DELETE FROM carts").Error })
}
