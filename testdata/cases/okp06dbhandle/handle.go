// Case okp06dbhandle: mutexes that guard which database handle is used: reconnects, shards, tenants' managers, primaries; and read-write upgrades of caches.
package okp06dbhandle

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"gorm.io/gorm"
)

// DB reconnects.
type DB struct {
	mu sync.RWMutex
	db *sql.DB
}

func (d *DB) handle() *sql.DB {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.db
}

func (d *DB) Swap(n *sql.DB) error {
	d.mu.Lock()
	old := d.db
	d.db = n
	d.mu.Unlock()
	return old.Close()
}

func (d *DB) Transfer(ctx context.Context, from, to, n int64) error {
	d.mu.RLock()
	db := d.db
	d.mu.RUnlock()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET b = b - $1 WHERE id = $2", n, from); err != nil {
		return err
	}
	if _, err := d.handle().ExecContext(ctx, "INSERT INTO log (m) VALUES ('transfer')"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET b = b + $1 WHERE id = $2", n, to); err != nil {
		return err
	}
	return tx.Commit()
}

// InTx holds the reader's side over the whole transaction, so that Swap waits; the defer stands in front.
func (d *DB) InTx(ctx context.Context, fn func(*sql.Tx) error) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Begin holds it only while it begins.
func (d *DB) Begin(ctx context.Context) (*sql.Tx, error) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.db == nil {
		return nil, fmt.Errorf("not connected")
	}
	return d.db.BeginTx(ctx, nil)
}

func (d *DB) Touch(ctx context.Context, id int64) error {
	tx, err := d.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET at = now() WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Begun sets the session up while it holds the lock: the statement is SET.
func (d *DB) Begun(ctx context.Context, tenant string) (*sql.Tx, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, "SET LOCAL search_path TO "+tenant); err != nil {
		_ = tx.Rollback()
		return nil, err
	}
	return tx, nil
}

func (d *DB) TouchTenant(ctx context.Context, tenant string, id int64) error {
	tx, err := d.Begun(ctx, tenant)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET at = now() WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Tenants opens one database per tenant, lazily.
type Tenants struct {
	mu   sync.Mutex
	dbs  map[string]*gorm.DB
	open func(dsn string) (*gorm.DB, error)
	root *gorm.DB
}

type Tenant struct {
	ID  string
	DSN string
}

// Get reads the tenant's row through the root handle, which may be a transaction of the root database.
func (t *Tenants) Get(ctx context.Context, root *gorm.DB, id string) (*gorm.DB, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if db, ok := t.dbs[id]; ok {
		return db, nil
	}
	var row Tenant
	if err := root.WithContext(ctx).First(&row, "id = ?", id).Error; err != nil {
		return nil, err
	}
	db, err := t.open(row.DSN)
	if err != nil {
		return nil, err
	}
	t.dbs[id] = db
	return db, nil
}

type Doc struct {
	ID   int64
	Body string
}

// Move has two transactions on two databases; the mutex of the manager is free long before.
func (t *Tenants) Move(ctx context.Context, from, to string, id int64) error {
	return t.root.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		src, err := t.Get(ctx, tx, from)
		if err != nil {
			return err
		}
		dst, err := t.Get(ctx, tx, to)
		if err != nil {
			return err
		}
		var d Doc
		if err := src.First(&d, id).Error; err != nil {
			return err
		}
		if err := dst.Create(&d).Error; err != nil {
			return err
		}
		return tx.Exec("INSERT INTO moves (doc, src, dst) VALUES (?, ?, ?)", id, from, to).Error
	})
}

// Provision migrates the new tenant's own database, on its pool, under the manager's mutex, while a
// transaction of the root is open.
func (t *Tenants) Provision(ctx context.Context, id, dsn string) error {
	tx := t.root.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer tx.Rollback()
	if err := tx.Create(&Tenant{ID: id, DSN: dsn}).Error; err != nil {
		return err
	}
	t.mu.Lock()
	db, err := t.open(dsn)
	if err != nil {
		t.mu.Unlock()
		return err
	}
	if err := db.AutoMigrate(&Doc{}); err != nil {
		t.mu.Unlock()
		return err
	}
	if err := db.Create(&Doc{Body: "welcome"}).Error; err != nil {
		t.mu.Unlock()
		return err
	}
	t.dbs[id] = db
	t.mu.Unlock()
	return tx.Commit().Error
}

// Settings upgrades from reader to writer; it reads rows through the caller's transaction.
type Settings struct {
	mu sync.RWMutex
	m  map[string]string
}

func (s *Settings) Get(ctx context.Context, tx *sql.Tx, k string) (string, error) {
	s.mu.RLock()
	if v, ok := s.m[k]; ok {
		s.mu.RUnlock()
		return v, nil
	}
	s.mu.RUnlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	var v string
	if err := tx.QueryRowContext(ctx, "SELECT v FROM settings WHERE k = $1", k).Scan(&v); err != nil {
		return "", err
	}
	s.m[k] = v
	return v, nil
}

// Set writes the row, commits, and only then changes the cache under the lock.
func (s *Settings) Set(ctx context.Context, db *sql.DB, k, v string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.RLock()
	old := s.m[k]
	s.mu.RUnlock()
	if old == v {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE settings SET v = $1 WHERE k = $2", v, k); err != nil {
		return err
	}
	s.mu.Lock()
	delete(s.m, k)
	s.mu.Unlock()
	if err := tx.Commit(); err != nil {
		return err
	}
	s.mu.Lock()
	s.m[k] = v
	s.mu.Unlock()
	return nil
}
