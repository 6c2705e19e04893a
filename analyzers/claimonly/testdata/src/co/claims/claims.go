// Package claims does things once by a key alone.
package claims

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

var errDuplicate = errors.New("handled already")

const day = 24 * time.Hour

type Pay struct {
	rdb *redis.Client
	db  *sql.DB
	mu  sync.Mutex
	ttl time.Duration
	rpc interface {
		Charge(ctx context.Context, id string) error
	}
}

func (p *Pay) charge(ctx context.Context, id string) error {
	_, err := p.db.ExecContext(ctx, "INSERT INTO charges (id) VALUES ($1)", id)
	return err
}

func (p *Pay) known(ctx context.Context, id string) (n int, err error) {
	err = p.db.QueryRowContext(ctx, "SELECT count(*) FROM accounts WHERE id = $1", id).Scan(&n)
	return n, err
}

// The error of the work is returned as it is: nobody knows whether there is one.
func (p *Pay) Plain(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result() // want `^claim "idem:{}" is kept for 24h0m0s where the work fails \(line 49\): every honest retry is refused as a duplicate; delete the key on each failing path, or let a unique constraint of the database guard the write, assuming that who failed tries again \(claimonly/stuck\)$`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}

// It is wrapped, and the key never expires.
func (p *Pay) Wrapped(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", 0).Result() // want `is kept for ever where the work fails`
	if err != nil || !ok {
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		return fmt.Errorf("charge %s: %w", id, err)
	}
	return nil
}

// The work is behind an interface of which nothing is known but that it may fail.
func (p *Pay) Remote(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result() // want `stuck`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.rpc.Charge(ctx, id)
}

// One of two failing paths forgets.
func (p *Pay) Half(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result() // want `stuck`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	n, err := p.known(ctx, id)
	if err != nil {
		p.rdb.Del(ctx, "idem:"+id)
		return err
	}
	if n == 0 {
		p.rdb.Del(ctx, "idem:"+id)
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		return err
	}
	return nil
}

// Silent: all failing paths drop the key.
func (p *Pay) Dropped(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		return errors.Join(err, p.rdb.Del(ctx, "idem:"+id).Err())
	}
	return nil
}

// Silent: a defer does.
func (p *Pay) Deferred(ctx context.Context, id string) (err error) {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	defer func() {
		if err != nil {
			p.rdb.Del(context.WithoutCancel(ctx), "idem:"+id)
		}
	}()
	return p.charge(ctx, id)
}

// Silent: the first failure drops the key, and what fails later comes behind a charge that must not be done again.
func (p *Pay) Late(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		p.rdb.Del(ctx, "idem:"+id)
		return err
	}
	if _, err := p.db.ExecContext(ctx, "INSERT INTO mails (id) VALUES ($1)", id); err != nil {
		return err
	}
	return nil
}

// Silent: the key lives no longer than a client waits.
func (p *Pay) Brief(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}

// A little longer than that.
func (p *Pay) NotBrief(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", 2*time.Minute).Result() // want `is kept for 2m0s`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}

// Silent: nobody knows how long.
func (p *Pay) Configured(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", p.ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}

// Silent: the database is the guard.
func (p *Pay) Unique(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	_, err = p.db.ExecContext(ctx, "INSERT INTO charges (id) VALUES ($1)", id)
	if err != nil && strings.Contains(err.Error(), "duplicate key") {
		return errDuplicate
	}
	return err
}

// Silent: likewise.
func (p *Pay) OnConflict(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	_, err = p.db.ExecContext(ctx, "INSERT INTO charges (id) VALUES ($1) ON CONFLICT DO NOTHING", id)
	return err
}

// Silent: a throttle, and a turn that is the same for all.
func (p *Pay) Throttled(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "cooldown:"+id, "1", time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}

func (p *Pay) Nightly(ctx context.Context) error {
	ok, err := p.rdb.SetNX(ctx, "nightly", "1", time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, "all")
}

func (p *Pay) Daily(ctx context.Context) error {
	ok, err := p.rdb.SetNX(ctx, "daily:"+time.Now().Format("2006-01-02"), "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, "all")
}

// Silent here: a lock, which leakedlock tells of.
func (p *Pay) Lock(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "account:"+id, "1", time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		return err
	}
	p.rdb.Del(ctx, "account:"+id)
	return nil
}

// Silent: the failure is remembered, and done again by somebody else.
func (p *Pay) Remembered(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		_, _ = p.db.ExecContext(ctx, "INSERT INTO failed (id) VALUES ($1)", id)
		return err
	}
	return nil
}

// Silent: the key is settled where it failed.
func (p *Pay) Settled(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := p.charge(ctx, id); err != nil {
		p.rdb.Set(ctx, "idem:"+id, "failed", time.Second)
		return err
	}
	return nil
}

// Silent: settling is not the work.
func (p *Pay) Answered(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.rdb.Set(ctx, "idem:"+id, "done", day).Err()
}

// Silent: where the key is there, the work is done all the same.
func (p *Pay) Counted(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		fmt.Println("again", id)
	}
	return p.charge(ctx, id)
}

// Silent: a claim behind which nothing fails.
func (p *Pay) First(ctx context.Context, id string) (bool, error) {
	return p.rdb.SetNX(ctx, "first:"+id, "1", day).Result()
}

// Silent: what fails is the claim itself, behind which nothing is done.
func (p *Pay) Reply(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if strings.ToUpper(id) == "" {
		return errors.New("no reply")
	}
	return nil
}

// The request is looked at behind the claim.
func (p *Pay) Parsed(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result() // want `stuck`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if strings.ToUpper(id) == "" {
		return errors.New("no id")
	}
	_ = p.charge(ctx, id)
	return nil
}

// Where the claim cannot be tried, the work is done all the same; a claim that succeeded is kept.
func (p *Pay) Open(ctx context.Context, id string) error {
	ok, err := p.rdb.SetNX(ctx, "idem:"+id, "1", day).Result() // want `stuck`
	if err != nil {
		fmt.Println("no claim", id, err)
	} else if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}

// A mutex that is given back on all ways out drops no claim.
func (p *Pay) Locked(ctx context.Context, id string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	ok, err := p.rdb.SetNX(ctx, "idem:locked:"+id, "1", day).Result() // want `stuck`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return p.charge(ctx, id)
}
