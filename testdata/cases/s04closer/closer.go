// Case s04closer: a helper takes the session lock on the transaction and returns the function that gives it back.
package s04closer

import (
	"context"
	"fmt"

	"gorm.io/gorm"
)

type Rule struct{ ID, Weight int }

func advisory(tx *gorm.DB, id int64) (func() error, error) {
	if err := tx.Exec("SELECT pg_advisory_lock(?)", id).Error; err != nil {
		return nil, fmt.Errorf("advisory lock %d: %w", id, err)
	}
	return func() error {
		var ok bool
		return tx.Raw("SELECT pg_advisory_unlock(?)", id).Scan(&ok).Error
	}, nil
}

func Reweigh(ctx context.Context, db *gorm.DB, w int) error {
	tx := db.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer tx.Rollback()
	unlock, err := advisory(tx, 5)
	if err != nil {
		return err
	}
	if err := tx.Model(&Rule{}).Where("weight < ?", w).Update("weight", w).Error; err != nil {
		_ = unlock()
		return err
	}
	if err := unlock(); err != nil { //bug:unlockbeforecommit/session
		return err
	}
	return tx.Commit().Error
}

func ReweighClosure(ctx context.Context, db *gorm.DB, w int) error {
	return db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		unlock, err := advisory(tx, 5)
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/session
		return tx.Model(&Rule{}).Where("weight < ?", w).Update("weight", w).Error
	})
}

func ReweighPinned(ctx context.Context, db *gorm.DB, w int) error {
	return db.WithContext(ctx).Connection(func(tx *gorm.DB) error {
		unlock, err := advisory(tx, 5)
		if err != nil {
			return err
		}
		defer unlock()
		return tx.Transaction(func(tx *gorm.DB) error {
			return tx.Model(&Rule{}).Where("weight < ?", w).Update("weight", w).Error
		})
	})
}
