// Case okp03presumed: interfaces whose methods are called Acquire, Release, Lock and Unlock and are no locks of others: pools, semaphores, stock reservations, account flags, quotas, buffers.
package okp03presumed

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Pool is what the service needs of pgxpool.
type Pool interface {
	Acquire(ctx context.Context) (*pgxpool.Conn, error)
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Slots bounds how many jobs run at once.
type Slots interface {
	Acquire(ctx context.Context, n int64) error
	TryAcquire(n int64) bool
	Release(n int64)
}

// Stock reserves pieces; a reservation that is not used is released.
type Stock interface {
	Acquire(ctx context.Context, sku string, qty int) (Reservation, error)
}

type Reservation interface {
	ID() string
	Release(ctx context.Context) error
}

// Accounts locks and unlocks customers' accounts for good: a column.
type Accounts interface {
	Lock(ctx context.Context, id int64) error
	Unlock(ctx context.Context, id int64) error
	Balance(ctx context.Context, id int64) (int64, error)
}

// Buffers lends byte slices.
type Buffers interface {
	Acquire(size int) (Buffer, error)
}

type Buffer interface {
	Bytes() []byte
	Release()
}

type Service struct {
	pool     Pool
	db       *sql.DB
	slots    Slots
	stock    Stock
	accounts Accounts
	buffers  Buffers
}

// Copy uses a second connection while a transaction is open.
func (s *Service) Copy(ctx context.Context, id int64) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	var body []byte
	if err := conn.QueryRow(ctx, "SELECT body FROM old WHERE id = $1", id).Scan(&body); err != nil {
		conn.Release()
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO docs (id, body) VALUES ($1, $2)", id, body); err != nil {
		conn.Release()
		return err
	}
	conn.Release()
	return tx.Commit(ctx)
}

// Work bounds the parallel statements.
func (s *Service) Work(ctx context.Context, ids []int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if err := s.slots.Acquire(ctx, 1); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE jobs SET state = 'done' WHERE id = $1", id)
		s.slots.Release(1)
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Order gives the reservation back where the order needs less than was reserved.
func (s *Service) Order(ctx context.Context, sku string, qty int) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := s.stock.Acquire(ctx, sku, qty)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (sku, qty, reservation) VALUES ($1, $2, $3)", sku, qty, res.ID()); err != nil {
		return err
	}
	if qty == 0 {
		if err := res.Release(ctx); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Dispute locks the account while the claim is written, and unlocks it where the balance covers it.
func (s *Service) Dispute(ctx context.Context, id, amount int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := s.accounts.Lock(ctx, id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO disputes (account, amount) VALUES ($1, $2)", id, amount); err != nil {
		return err
	}
	bal, err := s.accounts.Balance(ctx, id)
	if err != nil {
		return err
	}
	if bal >= amount {
		if err := s.accounts.Unlock(ctx, id); err != nil { //may:unlockbeforecommit
			return err
		}
	}
	return tx.Commit()
}

// Encode borrows a buffer for the time of one statement.
func (s *Service) Encode(ctx context.Context, id int64, fill func([]byte)) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	buf, err := s.buffers.Acquire(1 << 10)
	if err != nil {
		return err
	}
	fill(buf.Bytes())
	_, err = tx.ExecContext(ctx, "UPDATE docs SET body = $1 WHERE id = $2", buf.Bytes(), id)
	buf.Release()
	if err != nil {
		return err
	}
	return tx.Commit()
}
