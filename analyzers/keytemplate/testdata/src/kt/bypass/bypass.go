// Package bypass builds keys by hand for which package lockkeys, or a function beside, has a template.
package bypass

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"

	"kt/lockkeys"
)

type Service struct{ locks *redislock.Client }

// with is a wrapper: its callers name the lock.
func (s *Service) with(ctx context.Context, key string) error {
	l, err := s.locks.Obtain(ctx, key, time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return nil
}

func (s *Service) sprintf(ctx context.Context, id int64) error {
	key := fmt.Sprintf("lock:order:%d", id) // want `lock key "lock:order:\{\}" is built by hand although lockkeys.Order builds it`
	return s.with(ctx, key)
}

func (s *Service) sum(ctx context.Context, id int64) error {
	return s.with(ctx, "order:"+strconv.FormatInt(id, 10)+":pay") // want `although lockkeys.Pay builds it`
}

// The arguments are put in the order of the parameters, and a constant part fills a hole.
func (s *Service) join(ctx context.Context, id int64) error {
	return s.with(ctx, strings.Join([]string{"lock", "refund", strconv.FormatInt(id, 10), "1"}, ":")) // want `although lockkeys.Refund builds it`
}

// The types do not fit: no fix.
func (s *Service) otherType(ctx context.Context, id int32) error {
	return s.with(ctx, fmt.Sprintf("lock:order:%d", id)) // want `although lockkeys.Order builds it`
}

func (s *Service) builder(ctx context.Context, name string) error {
	var b strings.Builder
	b.WriteString("lock:user")
	b.WriteByte(':')
	b.WriteString(name)
	return s.with(ctx, b.String()) // want `although lockkeys.User builds it`
}

func (s *Service) longer(ctx context.Context, id int64) error {
	return s.with(ctx, fmt.Sprintf("lock:order:%d:lines", id)) // want `begins like those that lockkeys.Order builds`
}

func (s *Service) format(ctx context.Context, id int64) error {
	return s.with(ctx, fmt.Sprintf("lock:cart:%d", id)) // want `although lockkeys.CartFormat is its text`
}

// In a function literal.
func (s *Service) later(id int64) func(context.Context) error {
	return func(ctx context.Context) error {
		return s.with(ctx, fmt.Sprintf("lock:order:%d", id)) // want `although lockkeys.Order builds it`
	}
}

func roomKey(floor, room int) string { return fmt.Sprintf("lock:room:%d-%d", floor, room) }

func (s *Service) beside(ctx context.Context, room int) error {
	return s.with(ctx, fmt.Sprintf("lock:room:%d-%d", 1, room)) // want `although roomKey builds it`
}

func (s *Service) lift(ctx context.Context, lift int) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, "lock:lift:"+strconv.Itoa(lift), time.Second, nil)
}

const nightKey = "lock:night"

func (s *Service) night(ctx context.Context) error { return s.with(ctx, nightKey) }

func (s *Service) nightAgain(ctx context.Context) error {
	return s.with(ctx, "lock:night") // want `lock key "lock:night" is written out although nightKey is it`
}

const doorPrefix = "lock:door:"

func (s *Service) door(ctx context.Context, id string) error { return s.with(ctx, doorPrefix+id) }

func (s *Service) doorAgain(ctx context.Context, id string) error {
	return s.with(ctx, "lock:door:"+id) // want `although doorPrefix is its text`
}

// Silent: the template is called, or its constant used.
func (s *Service) asked(ctx context.Context, id int64) error { return s.with(ctx, lockkeys.Order(id)) }

func (s *Service) central(ctx context.Context, id int64) error {
	return s.with(ctx, fmt.Sprintf(lockkeys.CartFormat, id))
}

func (s *Service) variadic(ctx context.Context, id string) error {
	return s.with(ctx, lockkeys.Of("user", id))
}

// Silent: there is no template for it.
func (s *Service) alone(ctx context.Context, id int64) error {
	return s.with(ctx, fmt.Sprintf("lock:alone:%d", id))
}

// Silent: it is no key of a lock.
func (s *Service) label(id int64) { fmt.Println("lock:order:" + strconv.FormatInt(id, 10)) }

// Exec runs any statement: the locks are in the text that it is given.
func exec(ctx context.Context, tx pgx.Tx, sql string, args ...any) error {
	_, err := tx.Exec(ctx, sql, args...)
	return err
}

func audit(ctx context.Context, tx pgx.Tx) error {
	if err := exec(ctx, tx, "SELECT pg_advisory_lock($1)", lockkeys.Audit); err != nil {
		return err
	}
	return exec(ctx, tx, "SELECT pg_advisory_unlock(4912)") // want `lock key "4912" is written out although lockkeys.Audit is it`
}

func tenant(ctx context.Context, tx pgx.Tx, id int64) error {
	return exec(ctx, tx, "SELECT pg_advisory_xact_lock($1)", 70_000+id) // want `lock key "70000\+\{\}" is built by hand although lockkeys.Tenant builds it`
}

// Silent: the template's number, and one that has none.
func tenants(ctx context.Context, tx pgx.Tx, id int64) error {
	if err := exec(ctx, tx, "SELECT pg_advisory_xact_lock($1)", lockkeys.Tenant(id)); err != nil {
		return err
	}
	return exec(ctx, tx, "SELECT pg_advisory_xact_lock($1)", 80_000+id)
}

// Silent: names that nobody locks by, one of which is shown to people, and one of which is no lock's and stands beside the key.
const (
	hourLabel = "lock:hour"
	minuteJob = "job:minute"
)

func (s *Service) hour(ctx context.Context) error { return s.with(ctx, "lock:hour") }

func labels() { fmt.Println(hourLabel) }

func (s *Service) minute(ctx context.Context) error {
	fmt.Println(minuteJob)
	return s.with(ctx, "job:minute")
}

// Silent: the variable has other keys where the lock is taken.
func (s *Service) ranged(ctx context.Context, id int64, keys []string) error {
	key := fmt.Sprintf("lock:order:%d", id)
	for _, key = range keys {
		if err := s.with(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
