// Case okl08litefield: a package that opens databases of both kinds. What is only ever opened as SQLite belongs to this process alone; what is shared, or may be either, does not.
package okl08litefield

import (
	"context"
	"database/sql"
	"sync"
)

const driver = "sqlite3"

func openLite(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}

type Lite struct {
	mu sync.Mutex
	db *sql.DB
}

func NewLite(at string) (*Lite, error) {
	db, err := openLite(at)
	if err != nil {
		return nil, err
	}
	return &Lite{db: db}, nil
}

func (s *Lite) Inc(ctx context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE counters SET n = ? WHERE id = ?", n+1, id)
	return err
}

type Direct struct {
	mu sync.Mutex
	db *sql.DB
}

func NewDirect(at string) (*Direct, error) {
	db, err := sql.Open("sqlite", at)
	if err != nil {
		return nil, err
	}
	return &Direct{db: db}, nil
}

func (s *Direct) Inc(ctx context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE counters SET n = ? WHERE id = ?", n+1, id)
	return err
}

type Const struct {
	mu sync.Mutex
	db *sql.DB
}

func NewConst(at string) (*Const, error) {
	c := &Const{}
	var err error
	c.db, err = sql.Open(driver, at)
	return c, err
}

func (s *Const) Inc(ctx context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE counters SET n = ? WHERE id = ?", n+1, id)
	return err
}

type Shared struct {
	mu sync.Mutex
	db *sql.DB
}

func NewShared(at string) (*Shared, error) {
	db, err := sql.Open("pgx", at)
	if err != nil {
		return nil, err
	}
	return &Shared{db: db}, nil
}

func (s *Shared) Inc(ctx context.Context, id int64) error {
	s.mu.Lock() //bug:localmutex/read-modify-write
	defer s.mu.Unlock()
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE counters SET n = ? WHERE id = ?", n+1, id)
	return err
}

type Given struct {
	mu sync.Mutex
	db *sql.DB
}

// NewGiven takes what the caller has.
func NewGiven(db *sql.DB) *Given { return &Given{db: db} }

func (s *Given) Inc(ctx context.Context, id int64) error {
	s.mu.Lock() //bug:localmutex/read-modify-write
	defer s.mu.Unlock()
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE counters SET n = ? WHERE id = ?", n+1, id)
	return err
}

type Either struct {
	mu sync.Mutex
	db *sql.DB
}

// NewEither opens what the configuration says.
func NewEither(shared bool, at string) (e *Either, err error) {
	e = &Either{}
	if shared {
		e.db, err = sql.Open("pgx", at)
	} else {
		e.db, err = sql.Open("sqlite", at)
	}
	return e, err
}

func (s *Either) Inc(ctx context.Context, id int64) error {
	s.mu.Lock() //bug:localmutex/read-modify-write
	defer s.mu.Unlock()
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE counters SET n = ? WHERE id = ?", n+1, id)
	return err
}
