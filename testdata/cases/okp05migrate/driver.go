// Case okp05migrate: migration drivers take advisory locks on a pinned connection or process locks around steps that are transactions of their own.
package okp05migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sort"
	"sync/atomic"
	"time"
)

var (
	ErrLocked    = errors.New("can't acquire lock")
	ErrNotLocked = errors.New("can't unlock, as not currently locked")
)

// Postgres is a golang-migrate driver.
type Postgres struct {
	conn     *sql.Conn
	db       *sql.DB
	isLocked atomic.Bool
	name     string
}

func (p *Postgres) key() int64 { return int64(crc32.ChecksumIEEE([]byte(p.name))) }

func (p *Postgres) Lock() error {
	if !p.isLocked.CompareAndSwap(false, true) {
		return ErrLocked
	}
	if _, err := p.conn.ExecContext(context.Background(), `SELECT pg_advisory_lock($1)`, p.key()); err != nil {
		p.isLocked.Store(false)
		return fmt.Errorf("try lock failed: %w", err)
	}
	return nil
}

func (p *Postgres) Unlock() error {
	if !p.isLocked.CompareAndSwap(true, false) {
		return ErrNotLocked
	}
	if _, err := p.conn.ExecContext(context.Background(), `SELECT pg_advisory_unlock($1)`, p.key()); err != nil { //may:uncheckedlock
		return err
	}
	return nil
}

func (p *Postgres) Run(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	_, err = p.conn.ExecContext(context.Background(), string(body))
	return err
}

func (p *Postgres) SetVersion(version int, dirty bool) error {
	tx, err := p.conn.BeginTx(context.Background(), &sql.TxOptions{})
	if err != nil {
		return err
	}
	if _, err := tx.Exec("TRUNCATE schema_migrations"); err != nil {
		if rerr := tx.Rollback(); rerr != nil {
			err = errors.Join(err, rerr)
		}
		return err
	}
	if version >= 0 || (version == -1 && dirty) {
		if _, err := tx.Exec("INSERT INTO schema_migrations (version, dirty) VALUES ($1, $2)", version, dirty); err != nil {
			if rerr := tx.Rollback(); rerr != nil {
				err = errors.Join(err, rerr)
			}
			return err
		}
	}
	return tx.Commit()
}

func (p *Postgres) ensureVersionTable() (err error) {
	if err = p.Lock(); err != nil {
		return err
	}
	defer func() {
		if e := p.Unlock(); e != nil {
			err = errors.Join(err, e)
		}
	}()
	_, err = p.conn.ExecContext(context.Background(), "CREATE TABLE IF NOT EXISTS schema_migrations (version bigint not null primary key, dirty boolean not null)")
	return err
}

func (p *Postgres) Drop() (err error) {
	tables, err := p.conn.QueryContext(context.Background(), "SELECT table_name FROM information_schema.tables")
	if err != nil {
		return err
	}
	defer tables.Close()
	var names []string
	for tables.Next() {
		var n string
		if err := tables.Scan(&n); err != nil {
			return err
		}
		names = append(names, n)
	}
	for _, n := range names {
		if _, err := p.conn.ExecContext(context.Background(), "DROP TABLE IF EXISTS "+n+" CASCADE"); err != nil {
			return err
		}
	}
	return tables.Err()
}

// Driver is what the migrator needs of a database.
type Driver interface {
	Lock() error
	Unlock() error
	Run(r io.Reader) error
	SetVersion(version int, dirty bool) error
}

type Step struct {
	Version int
	Up      func(ctx context.Context, tx *sql.Tx) error
	Text    io.Reader
	NoTx    bool
}

type Migrator struct {
	drv   Driver
	db    *sql.DB
	steps []Step
}

func (m *Migrator) unlockErr(prev error) error {
	if err := m.drv.Unlock(); err != nil {
		return errors.Join(prev, err)
	}
	return prev
}

func (m *Migrator) Up(ctx context.Context) error {
	if err := m.drv.Lock(); err != nil {
		return err
	}
	sort.Slice(m.steps, func(i, j int) bool { return m.steps[i].Version < m.steps[j].Version })
	for _, s := range m.steps {
		if err := m.run(ctx, s); err != nil {
			return m.unlockErr(err)
		}
	}
	return m.unlockErr(nil)
}

func (m *Migrator) run(ctx context.Context, s Step) error {
	if s.NoTx || s.Up == nil {
		if err := m.drv.SetVersion(s.Version, true); err != nil {
			return err
		}
		if err := m.drv.Run(s.Text); err != nil {
			return err
		}
		return m.drv.SetVersion(s.Version, false)
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := s.Up(ctx, tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO schema_migrations (version) VALUES ($1)", s.Version); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// SessionLocker is goose's.
type SessionLocker interface {
	SessionLock(ctx context.Context, conn *sql.Conn) error
	SessionUnlock(ctx context.Context, conn *sql.Conn) error
}

type pgLocker struct{ id int64 }

func (l *pgLocker) SessionLock(ctx context.Context, conn *sql.Conn) error {
	for try := 0; try < 60; try++ {
		var ok bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", l.id).Scan(&ok); err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ErrLocked
}

func (l *pgLocker) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", l.id).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return ErrNotLocked
	}
	return nil
}

type Provider struct {
	db     *sql.DB
	locker SessionLocker
	steps  []Step
}

func (p *Provider) initialize(ctx context.Context) (*sql.Conn, func() error, error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	cleanup := conn.Close
	if l := p.locker; l != nil {
		if err := l.SessionLock(ctx, conn); err != nil {
			return nil, nil, errors.Join(err, cleanup())
		}
		cleanup = func() error {
			return errors.Join(l.SessionUnlock(context.WithoutCancel(ctx), conn), conn.Close()) //may:pooledlock
		}
	}
	return conn, cleanup, nil
}

func (p *Provider) Up(ctx context.Context) (retErr error) {
	conn, cleanup, err := p.initialize(ctx)
	if err != nil {
		return err
	}
	defer func() { retErr = errors.Join(retErr, cleanup()) }()
	for _, s := range p.steps {
		if err := beginTx(ctx, conn, func(tx *sql.Tx) error {
			if err := s.Up(ctx, tx); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, true)", s.Version)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

func beginTx(ctx context.Context, conn *sql.Conn, fn func(tx *sql.Tx) error) (retErr error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if retErr != nil {
			retErr = errors.Join(retErr, tx.Rollback())
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

var _ = NewProvider

func NewProvider(db *sql.DB, steps []Step) *Provider {
	return &Provider{db: db, locker: &pgLocker{id: 4097083626}, steps: steps}
}

func NewMigrator(p *Postgres, steps []Step) *Migrator {
	return &Migrator{drv: p, db: p.db, steps: steps}
}

// Once is dbmate's: everything in one transaction with the xact form, the process lock around it.
func Once(ctx context.Context, db *sql.DB, steps []Step) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", 42); err != nil {
		return err
	}
	for _, s := range steps {
		if err := s.Up(ctx, tx); err != nil {
			return fmt.Errorf("step %d: %w", s.Version, err)
		}
	}
	return tx.Commit()
}
