// Case o20statements: the writes go through prepared statements, sqlx's named statements and helper functions, gorm's generic API and map creates.
package o20statements

import (
	"context"
	"database/sql"
	"sync"

	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

type User struct {
	ID   uint   `db:"id"`
	Name string `db:"name"`
}

type Store struct {
	db *sql.DB
	x  *sqlx.DB
	g  *gorm.DB
	mu sync.Mutex
}

func (s *Store) Prepared(ctx context.Context, users []User) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock() //may:localmutex
	stmt, err := tx.PrepareContext(ctx, "INSERT INTO users (id, name) VALUES ($1, $2)")
	if err != nil {
		s.mu.Unlock()
		return err
	}
	for _, u := range users {
		if _, err := stmt.ExecContext(ctx, u.ID, u.Name); err != nil {
			s.mu.Unlock()
			return err
		}
	}
	stmt.Close()
	s.mu.Unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (s *Store) Named(ctx context.Context, users []User) error {
	tx, err := s.x.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	stmt, err := tx.PrepareNamedContext(ctx, "INSERT INTO users (id, name) VALUES (:id, :name)")
	if err != nil {
		return err
	}
	defer stmt.Close()
	s.mu.Lock() //may:localmutex
	for _, u := range users {
		if _, err := stmt.ExecContext(ctx, u); err != nil {
			s.mu.Unlock()
			return err
		}
	}
	s.mu.Unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (s *Store) Ext(ctx context.Context, u User) error {
	tx, err := s.x.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock() //may:localmutex
	_, err = sqlx.NamedExecContext(ctx, tx, "INSERT INTO users (id, name) VALUES (:id, :name)", u)
	s.mu.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Store) Generic(ctx context.Context, u User) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()         //may:localmutex
		defer s.mu.Unlock() //bug:unlockbeforecommit/closure
		return gorm.G[User](tx).Create(ctx, &u)
	})
}

func (s *Store) Map(ctx context.Context, name string) error {
	tx := s.g.WithContext(ctx).Begin(&sql.TxOptions{Isolation: sql.LevelSerializable})
	defer tx.Rollback()
	s.mu.Lock() //may:localmutex
	err := tx.Table("users").Create(map[string]any{"name": name}).Error
	s.mu.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit().Error
}

func (s *Store) Association(ctx context.Context, u *User) error {
	return s.g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()         //may:localmutex
		defer s.mu.Unlock() //bug:unlockbeforecommit/closure
		return tx.Model(u).Association("Roles").Append(&User{ID: 1})
	})
}
