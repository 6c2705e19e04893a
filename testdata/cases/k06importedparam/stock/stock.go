// Package stock changes stock rows.
package stock

import (
	"context"
	"sync"

	"gorm.io/gorm"
)

type Row struct {
	SKU string `gorm:"primaryKey"`
	Qty int
}

var mu sync.Mutex

// Adjust works on the handle it gets; what that is, only the caller knows.
func Adjust(ctx context.Context, db *gorm.DB, sku string, n int) error {
	mu.Lock()         //bug:localmutex/read-modify-write
	defer mu.Unlock() //may:unlockbeforecommit
	var row Row
	if err := db.WithContext(ctx).First(&row, "sku = ?", sku).Error; err != nil {
		return err
	}
	row.Qty += n
	return db.WithContext(ctx).Save(&row).Error
}
