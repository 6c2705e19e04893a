// Case c05twolevels: the runner stands in another package and hands its closure on to a second one.
package c05twolevels

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"

	"locklintcases/c05twolevels/db"
)

type Leagues struct {
	db    *db.DB
	locks *redislock.Client
}

func join(ctx context.Context, tx *sql.Tx, league, team string) error {
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM teams WHERE league = ?", league).Scan(&n); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO teams (league, name, seat) VALUES (?, ?, ?)", league, team, n)
	return err
}

func (l *Leagues) Join(ctx context.Context, league, team string) error {
	return l.db.InTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		lock, err := l.locks.Obtain(ctx, "league:"+league, 5*time.Second, nil)
		if err != nil {
			return err
		}
		defer lock.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		return join(ctx, tx, league, team)
	})
}

// JoinVar has the closure in a variable.
func (l *Leagues) JoinVar(ctx context.Context, league, team string) error {
	work := func(ctx context.Context, tx *sql.Tx) error {
		lock, err := l.locks.Obtain(ctx, "league:"+league, 5*time.Second, nil) //may:keytemplate
		if err != nil {
			return err
		}
		defer func() { _ = lock.Release(context.WithoutCancel(ctx)) }() //bug:unlockbeforecommit/closure
		return join(ctx, tx, league, team)
	}
	if err := l.db.InTx(ctx, work); err != nil {
		return err
	}
	return nil
}

// JoinBefore takes the lock before and frees it in the closure.
func (l *Leagues) JoinBefore(ctx context.Context, league, team string) error {
	lock, err := l.locks.Obtain(ctx, "league:"+league, 5*time.Second, nil) //bug:leakedlock/early-return //may:keytemplate
	if err != nil {
		return err
	}
	return l.db.InTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		defer lock.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		return join(ctx, tx, league, team)
	})
}

// JoinRight locks around it.
func (l *Leagues) JoinRight(ctx context.Context, league, team string) error {
	lock, err := l.locks.Obtain(ctx, "league:"+league, 5*time.Second, nil) //may:keytemplate
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return l.db.InTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return join(ctx, tx, league, team)
	})
}

// Seats only reads.
func (l *Leagues) Seats(ctx context.Context, league string) (n int, err error) {
	err = l.db.InReadTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		lock, err := l.locks.Obtain(ctx, "league:"+league, 5*time.Second, nil) //may:keytemplate
		if err != nil {
			return err
		}
		defer lock.Release(context.WithoutCancel(ctx))
		return tx.QueryRowContext(ctx, "SELECT count(*) FROM teams WHERE league = ?", league).Scan(&n)
	})
	return n, err
}
