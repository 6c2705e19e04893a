// Case ctx11eitherlit: one of two databases behind one interface locks, and a literal gives back by the same one; a third builds two different keys.
package ctx11eitherlit

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"
)

type Locker interface {
	Acquire(ctx context.Context) error
	Release() error
}

type postgres struct{ conn *sql.Conn }

func (p *postgres) Acquire(ctx context.Context) error {
	var ok bool
	if err := p.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(1785686881)").Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errors.New("held")
	}
	return nil
}

func (p *postgres) Release() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var ok bool
	return p.conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(1785686881)").Scan(&ok)
}

type mysql struct{ conn *sql.Conn }

func (m *mysql) Acquire(ctx context.Context) error {
	var ok sql.NullInt64
	if err := m.conn.QueryRowContext(ctx, "SELECT GET_LOCK('migrate', 5)").Scan(&ok); err != nil {
		return err
	}
	if ok.Int64 != 1 {
		return errors.New("held")
	}
	return nil
}

func (m *mysql) Release() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var ok sql.NullInt64
	return m.conn.QueryRowContext(ctx, "SELECT RELEASE_LOCK('migrate')").Scan(&ok)
}

func New(pg bool, conn *sql.Conn) Locker {
	if pg {
		return &postgres{conn}
	}
	return &mysql{conn}
}

func Migrate(ctx context.Context, pg bool, conn *sql.Conn, work func(*sql.Conn) error) error {
	l := New(pg, conn)
	if err := l.Acquire(ctx); err != nil {
		return err
	}
	defer func() {
		if err := l.Release(); err != nil {
			slog.Warn("not released", "err", err)
		}
	}()
	return work(conn)
}

type other struct{ conn *sql.Conn }

func (o *other) Take(ctx context.Context) error {
	var ok bool
	if err := o.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(77)").Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errors.New("held")
	}
	return nil
}

func (o *other) Give() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var ok bool
	return o.conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(78)").Scan(&ok)
}

// Mixed uses the one whose keys differ.
func Mixed(ctx context.Context, conn *sql.Conn, work func(*sql.Conn) error) error {
	o := &other{conn}
	if err := o.Take(ctx); err != nil {
		return err
	}
	defer func() { //bug:keytemplate/mismatch
		if err := o.Give(); err != nil {
			slog.Warn("not released", "err", err)
		}
	}()
	return work(conn)
}
