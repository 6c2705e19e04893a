// Case c13panic: of three releases in a closure the ones before an error and a panic only roll back; the last is the fault.
package c13panic

import (
	"context"
	"sync"

	"gorm.io/gorm"
)

type Plan struct {
	ID   uint
	Done bool
}

type Plans struct {
	db *gorm.DB
	mu sync.Mutex
}

func (p *Plans) Apply(ctx context.Context, id uint) error {
	return p.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		p.mu.Lock() //may:localmutex
		res := tx.Model(&Plan{}).Where("id = ?", id).Update("done", true)
		if res.Error != nil {
			p.mu.Unlock()
			return res.Error
		}
		if res.RowsAffected > 1 {
			p.mu.Unlock()
			panic("id is not unique")
		}
		p.mu.Unlock() //bug:unlockbeforecommit/closure
		return nil
	})
}
