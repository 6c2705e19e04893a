// Case oku10pinned: handles that look like transactions: gorm's Connection, sql.Conn, a *gorm.DB parameter that only ever gets the pool, AcquireFunc.
package oku10pinned

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

type Menu struct{ ID uint }

func migrate(tx *gorm.DB) error {
	var ok bool
	if err := tx.Raw("SELECT pg_try_advisory_lock(1)").Scan(&ok).Error; err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	defer tx.Raw("SELECT pg_advisory_unlock(1)").Scan(&ok)
	return tx.AutoMigrate(&Menu{})
}

func Migrate(db *gorm.DB) error {
	return db.Connection(func(tx *gorm.DB) error { return migrate(tx) })
}

func MigrateValue(db *gorm.DB) error { return db.Connection(migrate) }

func Seed(ctx context.Context, db *sqlx.DB) error {
	tx, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer tx.Close() //may:pooledlock
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock(2)"); err != nil {
		return err
	}
	defer func() {
		var ok bool
		_ = tx.GetContext(context.WithoutCancel(ctx), &ok, "SELECT pg_advisory_unlock(2)")
	}()
	_, err = tx.ExecContext(ctx, "INSERT INTO menus (id) VALUES (1)")
	return err
}

func onConn(ctx context.Context, db *sql.DB, fn func(*sql.Conn) error) error {
	c, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	return errors.Join(fn(c), c.Close())
}

func Fill(ctx context.Context, db *sql.DB) error {
	return onConn(ctx, db, func(c *sql.Conn) error {
		var ok bool
		if err := c.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(3)").Scan(&ok); err != nil || !ok {
			return err
		}
		defer func() { _ = c.QueryRowContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(3)").Scan(&ok) }()
		_, err := c.ExecContext(ctx, "INSERT INTO menus (id) VALUES (2)")
		return err
	})
}

func FillPool(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(4)"); err != nil {
			return err
		}
		var ok bool
		defer func() { _ = c.QueryRow(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(4)").Scan(&ok) }()
		tx, err := c.Begin(ctx)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO menus (id) VALUES (3)"); err != nil {
			return errors.Join(err, tx.Rollback(ctx))
		}
		return tx.Commit(ctx)
	})
}
