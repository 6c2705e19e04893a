// Case oku14released: the closure takes no lock; what it calls is named Lock and Unlock but is no lock of others (an account's flag, a row's column).
package oku14released

import (
	"context"

	"gorm.io/gorm"
)

type Account struct {
	ID     uint
	Locked bool
}

type Accounts struct{ db *gorm.DB }

// Lock sets the account's flag.
func (a *Accounts) Lock(tx *gorm.DB, id uint) error {
	return tx.Model(&Account{}).Where("id = ?", id).Update("locked", true).Error
}

// Unlock clears it.
func (a *Accounts) Unlock(tx *gorm.DB, id uint) error {
	return tx.Model(&Account{}).Where("id = ?", id).Update("locked", false).Error
}

func (a *Accounts) Cycle(ctx context.Context, id uint) error {
	return a.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := a.Lock(tx, id); err != nil {
			return err
		}
		if err := tx.Exec("INSERT INTO audit (account) VALUES (?)", id).Error; err != nil {
			return err
		}
		return a.Unlock(tx, id)
	})
}
