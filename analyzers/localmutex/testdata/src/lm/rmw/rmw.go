// Package rmw computes what it writes from what it read.
package rmw

import (
	"context"
	"database/sql"
	"encoding/json"
	"sync"

	"gorm.io/gorm"
)

type Stock struct {
	ID  int64
	Qty int
}

type Orders struct {
	db  *gorm.DB
	sql *sql.DB
	mu  sync.Mutex
}

func (o *Orders) Saved(id int64, n int) error {
	// timeline: acquire read write
	o.mu.Lock() // want `^mutex o\.mu is all that guards table stocks, read at line 29 and written back at line 33: another process writes in between and one of the two changes is lost; lock the row \(SELECT \.\.\. FOR UPDATE on table stocks\), make the update conditional \(WHERE version = \? and look at the row count\), or take a distributed lock, assuming that the program runs in more than one process \(localmutex/read-modify-write\)$`
	defer o.mu.Unlock()
	var st Stock
	if err := o.db.First(&st, "id = ?", id).Error; err != nil {
		return err
	}
	st.Qty -= n
	return o.db.Save(&st).Error
}

// find and put are the repository.
func (o *Orders) find(ctx context.Context, id int64) (st Stock, err error) {
	var data []byte
	if err = o.sql.QueryRowContext(ctx, "SELECT data FROM stock WHERE id = $1", id).Scan(&data); err != nil {
		return st, err
	}
	return st, json.Unmarshal(data, &st)
}

func (o *Orders) put(ctx context.Context, st Stock) error {
	data, err := json.Marshal(st)
	if err != nil {
		return err
	}
	_, err = o.sql.ExecContext(ctx, "UPDATE stock SET data = $1 WHERE id = $2", data, st.ID)
	return err
}

func (o *Orders) Repository(ctx context.Context, id int64, n int) error {
	o.mu.Lock() // want `table stock, read at line 57 and written back at line 62.*read-modify-write`
	defer o.mu.Unlock()
	st, err := o.find(ctx, id)
	if err != nil {
		return err
	}
	st.Qty -= n
	return o.put(ctx, st)
}

// take reads and writes: whoever locks around it sees one call.
func (o *Orders) take(ctx context.Context, id int64, n int) error {
	st, err := o.find(ctx, id)
	if err != nil {
		return err
	}
	st.Qty -= n
	return o.put(ctx, st)
}

func (o *Orders) OneCall(ctx context.Context, id int64, n int) error {
	o.mu.Lock() // want `read at line 78 and written back at line 78.*read-modify-write`
	defer o.mu.Unlock()
	return o.take(ctx, id, n)
}

// Selected writes a given value to the row that it found: the row is selected by what was read, nothing more.
func (o *Orders) Selected(ctx context.Context, name string, qty int) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var id int64
	if err := o.sql.QueryRowContext(ctx, "SELECT id FROM stock WHERE name = $1", name).Scan(&id); err != nil {
		return err
	}
	_, err := o.sql.ExecContext(ctx, "UPDATE stock SET qty = $1 WHERE id = $2", qty, id)
	return err
}

// All writes in a literal what another literal read.
func (o *Orders) All(ctx context.Context) error {
	var all []Stock
	load := func() error { return o.db.Find(&all).Error }
	o.mu.Lock() // want `table stocks, read at line 99 and written back at line 103.*read-modify-write`
	defer o.mu.Unlock()
	if err := load(); err != nil {
		return err
	}
	return o.db.Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Stock{}).Where("id = ?", 1).Update("qty", len(all)).Error
	})
}

// Elsewhere writes to a table that it did not read.
func (o *Orders) Elsewhere(ctx context.Context, id int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var n int
	if err := o.sql.QueryRowContext(ctx, "SELECT price FROM prices WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	_, err := o.sql.ExecContext(ctx, "UPDATE stock SET price = $1 WHERE id = $2", n, id)
	return err
}

// Two mutexes of the process are no better than one.
func (o *Orders) Twice(ctx context.Context, id int64) error {
	rows.Lock() // want `mutex rows is all that guards .*read-modify-write`
	defer rows.Unlock()
	o.mu.Lock() // want `mutex o.mu is all that guards .*read-modify-write`
	defer o.mu.Unlock()
	st, err := o.find(ctx, id)
	if err != nil {
		return err
	}
	st.Qty++
	return o.put(ctx, st)
}

var rows sync.Mutex

// Of two writes the one that loses a change tells more than the one that is only decided by the read.
func (o *Orders) Noted(ctx context.Context, id int64) error {
	// timeline: acquire read write
	o.mu.Lock() // want `read at line 140 and written back at line 148.*read-modify-write`
	defer o.mu.Unlock()
	st, err := o.find(ctx, id)
	if err != nil || st.Qty == 0 {
		return err
	}
	if _, err := o.sql.ExecContext(ctx, "UPDATE stock SET seen = true WHERE id = $1", id); err != nil {
		return err
	}
	st.Qty--
	return o.put(ctx, st)
}

// loaded is a row with what went wrong beside it: a value, not a service.
type loaded struct {
	st  Stock
	err error
}

func (o *Orders) load(ctx context.Context, id int64) (l loaded) {
	l.st, l.err = o.find(ctx, id)
	return l
}

func (o *Orders) Loaded(ctx context.Context, id int64) error {
	o.mu.Lock() // want `read-modify-write`
	defer o.mu.Unlock()
	l := o.load(ctx, id)
	if l.err != nil {
		return l.err
	}
	l.st.Qty++
	return o.keep(ctx, l)
}

func (o *Orders) keep(ctx context.Context, l loaded) error { return o.put(ctx, l.st) }
