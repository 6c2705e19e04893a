// Package conditional has writes that take care of others by themselves.
package conditional

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"gorm.io/gorm"
)

var errChanged = errors.New("changed")

type Doc struct {
	ID, Version int64
	Body        string
}

type Docs struct {
	mu sync.Mutex
	db *sql.DB
	g  *gorm.DB
}

func (d *Docs) read(ctx context.Context, id int64) (v Doc, err error) {
	err = d.db.QueryRowContext(ctx, "SELECT version, body FROM docs WHERE id = $1", id).Scan(&v.Version, &v.Body)
	return v, err
}

func (d *Docs) Counted(ctx context.Context, id int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.db.ExecContext(ctx, "UPDATE docs SET body = $1 WHERE id = $2 AND version = $3", v.Body+"!", id, v.Version)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errChanged
	}
	return nil
}

// Uncounted takes a lost race for a success.
func (d *Docs) Uncounted(ctx context.Context, id int64) error {
	d.mu.Lock() // want `read-modify-write`
	defer d.mu.Unlock()
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, "UPDATE docs SET body = $1 WHERE id = $2 AND version = $3", v.Body+"!", id, v.Version)
	return err
}

func (d *Docs) Relative(ctx context.Context, id int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	v, err := d.read(ctx, id)
	if err != nil || v.Version > 9 {
		return err
	}
	_, err = d.db.ExecContext(ctx, "UPDATE docs SET version = version + 1 WHERE id = $1", id)
	return err
}

func (d *Docs) Expression(id int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var v Doc
	if err := d.g.First(&v, "id = ?", id).Error; err != nil || v.Version > 9 {
		return err
	}
	return d.g.Model(&v).Update("version", gorm.Expr("version + ?", 1)).Error
}

func (d *Docs) Upsert(ctx context.Context, id int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := d.read(ctx, id); err == nil {
		return nil
	}
	_, err := d.db.ExecContext(ctx, "INSERT INTO docs (id) VALUES ($1) ON CONFLICT (id) DO NOTHING", id)
	return err
}

// Overwritten puts back what it read, changed: the upsert does not save it.
func (d *Docs) Overwritten(ctx context.Context, id int64) error {
	d.mu.Lock() // want `read-modify-write`
	defer d.mu.Unlock()
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, "INSERT INTO docs (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body", id, v.Body+"!")
	return err
}

// Tables are made, not rows.
func (d *Docs) Tables(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var n int
	if err := d.db.QueryRowContext(ctx, "SELECT count(*) FROM docs").Scan(&n); err != nil {
		_, err = d.db.ExecContext(ctx, "CREATE TABLE docs (id bigint)")
		return err
	}
	return nil
}
