// Case p05container: locks in slices, arrays, maps and striped tables are all given back before the commit.
package p05container

import (
	"context"
	"database/sql"
	"hash/fnv"
	"sort"
	"sync"

	"github.com/go-redsync/redsync/v4"
)

type Striped struct{ locks [64]sync.Mutex }

func (s *Striped) For(key string) *sync.Mutex {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key))
	return &s.locks[h.Sum32()%64]
}

type Svc struct {
	db      *sql.DB
	striped Striped
	byID    map[int64]*sync.Mutex
	mu      sync.Mutex
	rs      *redsync.Redsync
}

func (s *Svc) Stripe(ctx context.Context, key string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	m := s.striped.For(key)
	m.Lock()
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE k = $1", key)
	m.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Svc) Map(ctx context.Context, id int64) error {
	s.mu.Lock()
	l := s.byID[id]
	if l == nil {
		l = new(sync.Mutex)
		s.byID[id] = l
	}
	s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	l.Lock()
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	l.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

// All takes the locks of all keys into a slice and frees them in a loop.
func (s *Svc) All(ctx context.Context, keys []string) error {
	sort.Strings(keys)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var held []*redsync.Mutex
	free := func() {
		for _, m := range held {
			_, _ = m.Unlock()
		}
	}
	for _, k := range keys {
		m := s.rs.NewMutex("k:" + k)
		if err := m.LockContext(ctx); err != nil {
			free()
			return err
		}
		held = append(held, m)
	}
	for _, k := range keys {
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE k = $1", k); err != nil {
			free()
			return err
		}
	}
	free() //bug:unlockbeforecommit/order
	return tx.Commit()
}

// Unlockers keeps functions.
func (s *Svc) Unlockers(ctx context.Context, ids []int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var unlocks []func()
	for _, id := range ids {
		l := s.byID[id]
		l.Lock()
		unlocks = append(unlocks, l.Unlock)
	}
	for _, id := range ids {
		if _, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			break
		}
	}
	for _, u := range unlocks {
		u() //bug:unlockbeforecommit/order
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}
