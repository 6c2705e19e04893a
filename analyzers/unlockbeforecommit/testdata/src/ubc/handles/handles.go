// Package handles has values of one type that are transactions or not.
package handles

import (
	"sync"

	"gorm.io/gorm"
)

type Stock struct{ ID, Qty int }

var mu sync.Mutex

// Pinned is no transaction.
func Pinned(db *gorm.DB) error {
	return db.Connection(func(tx *gorm.DB) error {
		mu.Lock()
		defer mu.Unlock()
		return tx.Create(&Stock{}).Error
	})
}

// Pool is no transaction either.
func Pool(db *gorm.DB) error {
	mu.Lock()
	defer mu.Unlock()
	return db.Create(&Stock{}).Error
}

// Begun is one.
func Begun(db *gorm.DB) error {
	tx := db.Begin()
	if tx.Error != nil {
		return tx.Error
	}
	mu.Lock()
	err := tx.Create(&Stock{}).Error
	mu.Unlock() // want `\(unlockbeforecommit/order\)$`
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

// Chained is one under another name.
func Chained(db *gorm.DB) error {
	return db.Transaction(func(tx *gorm.DB) error {
		q := tx.Model(&Stock{}).Where("id = 1")
		mu.Lock()
		defer mu.Unlock() // want `\(unlockbeforecommit/closure\)$`
		return q.Update("qty", 0).Error
	})
}
