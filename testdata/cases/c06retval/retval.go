// Case c06retval: a function returns the closure that the runner gets; the fault stands in the closure.
package c06retval

import (
	"context"
	"sync"

	"gorm.io/gorm"
)

type Desk struct{ ID, Guest uint }

type Office struct {
	db *gorm.DB
	mu sync.Mutex
}

func (o *Office) assign(desk, guest uint) func(tx *gorm.DB) error {
	return func(tx *gorm.DB) error {
		o.mu.Lock()         //may:localmutex
		defer o.mu.Unlock() //bug:unlockbeforecommit/closure
		return tx.Model(&Desk{}).Where("id = ?", desk).Update("guest", guest).Error
	}
}

func (o *Office) Assign(ctx context.Context, desk, guest uint) error {
	return o.db.WithContext(ctx).Transaction(o.assign(desk, guest))
}

func (o *Office) plain(desk, guest uint) func(tx *gorm.DB) error {
	return func(tx *gorm.DB) error {
		return tx.Model(&Desk{}).Where("id = ?", desk).Update("guest", guest).Error
	}
}

func (o *Office) AssignRight(ctx context.Context, desk, guest uint) error {
	o.mu.Lock() //may:localmutex
	defer o.mu.Unlock()
	return o.db.WithContext(ctx).Transaction(o.plain(desk, guest))
}
