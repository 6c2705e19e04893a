// Package region writes under the mutex or when it is free again.
package region

import (
	"sync"

	"gorm.io/gorm"
)

type Row struct {
	ID string
	N  int
}

type Rows struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	db   *gorm.DB
	keys map[string]*sync.Mutex
}

func (r *Rows) Ended(id string) error {
	var row Row
	r.mu.Lock()
	err := r.db.First(&row, "id = ?", id).Error
	r.mu.Unlock()
	if err != nil {
		return err
	}
	row.N++
	return r.db.Save(&row).Error
}

func (r *Rows) Spawned(id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var row Row
	if err := r.db.First(&row, "id = ?", id).Error; err != nil {
		return err
	}
	row.N++
	go r.db.Save(&row)
	return nil
}

func (r *Rows) ReadOnly(id string) (row Row, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err = r.db.First(&row, "id = ?", id).Error
	return row, err
}

func (r *Rows) bump(id string) error {
	var row Row
	if err := r.db.First(&row, "id = ?", id).Error; err != nil {
		return err
	}
	row.N++
	return r.db.Save(&row).Error
}

func (r *Rows) Branches(id string, early bool) error {
	r.mu.Lock() // want `read-modify-write`
	if early {
		r.mu.Unlock()
		return nil
	}
	err := r.bump(id)
	r.mu.Unlock()
	return err
}

// Readers do not keep each other out: the mutex is not what guards the rows.
func (r *Rows) Readers(id string) error {
	r.rw.RLock()
	defer r.rw.RUnlock()
	return r.bump(id)
}

// under is a runner.
func (r *Rows) under(id string, fn func() error) error {
	r.mu.Lock()
	m := r.keys[id]
	r.mu.Unlock()
	m.Lock()
	defer m.Unlock()
	return fn()
}

func (r *Rows) Runner(id string) error {
	return r.under(id, func() error { return r.bump(id) }) // want `read-modify-write`
}
