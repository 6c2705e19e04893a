// Case c14steps: a runner takes any number of steps, or a struct with the function; a step locks and unlocks.
package c14steps

import (
	"context"
	"database/sql"
	"sync"
)

type Step func(ctx context.Context, tx *sql.Tx) error

type Pipeline struct {
	db *sql.DB
	mu sync.Mutex
}

func (p *Pipeline) run(ctx context.Context, steps ...Step) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range steps {
		if err := s(ctx, tx); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (p *Pipeline) insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO a (n) VALUES (1)")
	return err
}

func (p *Pipeline) renumber(ctx context.Context, tx *sql.Tx) error {
	p.mu.Lock()         //bug:localmutex/read-modify-write
	defer p.mu.Unlock() //bug:unlockbeforecommit/callee
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT max(n) FROM a").Scan(&n); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE a SET n = $1 WHERE n IS NULL", n+1)
	return err
}

func (p *Pipeline) Go(ctx context.Context) error {
	return p.run(ctx, p.insert, p.renumber)
}

type job struct {
	name string
	fn   func(ctx context.Context, tx *sql.Tx) error
}

func (p *Pipeline) do(ctx context.Context, j job) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := j.fn(ctx, tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (p *Pipeline) Job(ctx context.Context) error {
	return p.do(ctx, job{name: "job", fn: func(ctx context.Context, tx *sql.Tx) error {
		p.mu.Lock()         //may:localmutex
		defer p.mu.Unlock() //bug:unlockbeforecommit/closure
		_, err := tx.ExecContext(ctx, "UPDATE a SET n = n + 1")
		return err
	}})
}
