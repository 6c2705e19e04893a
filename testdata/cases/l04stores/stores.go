// Case l04stores: counters in Redis, etcd and PostgreSQL, through a generated query, a named statement, a repository, under a mutex of one process; beside each fault stands a look-alike.
package l04stores

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errX = errors.New("x")

type R struct {
	mu  sync.Mutex
	rdb *redis.Client
	cli *clientv3.Client
}

func (r *R) Redis(ctx context.Context, id string) error {
	r.mu.Lock() //bug:localmutex/read-modify-write
	defer r.mu.Unlock()
	n, err := r.rdb.Get(ctx, "stock:"+id).Int()
	if err != nil {
		return err
	}
	return r.rdb.Set(ctx, "stock:"+id, n-1, 0).Err()
}

func (r *R) RedisJSON(ctx context.Context, id string) error {
	r.mu.Lock() //bug:localmutex/read-modify-write
	defer r.mu.Unlock()
	s, err := r.rdb.HGet(ctx, "stock", id).Result()
	if err != nil {
		return err
	}
	var v struct{ N int }
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		return err
	}
	v.N--
	b, _ := json.Marshal(v)
	return r.rdb.HSet(ctx, "stock", id, b).Err()
}

func (r *R) RedisCheck(ctx context.Context, id string) error {
	r.mu.Lock() //bug:localmutex/check-then-write
	defer r.mu.Unlock()
	n, err := r.rdb.Exists(ctx, "user:"+id).Result()
	if err != nil {
		return err
	}
	if n > 0 {
		return errX
	}
	return r.rdb.Set(ctx, "user:"+id, "1", 0).Err()
}

func (r *R) RedisIncr(ctx context.Context, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.rdb.Get(ctx, "stock:"+id).Int()
	if err != nil || n == 0 {
		return errX
	}
	return r.rdb.Decr(ctx, "stock:"+id).Err()
}

func (r *R) RedisCache(ctx context.Context, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.rdb.Get(ctx, "stock:"+id).Int()
	if err != nil {
		return err
	}
	return r.rdb.Set(ctx, "view:"+id, n, time.Minute).Err()
}

func (r *R) Etcd(ctx context.Context, id string) error {
	r.mu.Lock() //bug:localmutex/read-modify-write
	defer r.mu.Unlock()
	resp, err := r.cli.Get(ctx, "/n/"+id)
	if err != nil {
		return err
	}
	n, _ := strconv.Atoi(string(resp.Kvs[0].Value))
	_, err = r.cli.Put(ctx, "/n/"+id, strconv.Itoa(n+1))
	return err
}

func (r *R) EtcdTxn(ctx context.Context, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	resp, err := r.cli.Get(ctx, "/n/"+id)
	if err != nil {
		return err
	}
	tr, err := r.cli.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision("/n/"+id), "=", resp.Kvs[0].ModRevision)).Then(clientv3.OpPut("/n/"+id, "x")).Commit()
	if err != nil {
		return err
	}
	if !tr.Succeeded {
		return errX
	}
	return nil
}

type P struct {
	pool *pgxpool.Pool
	x    *sqlx.DB
	g    *gorm.DB
	d    *sql.DB
	mu   sync.Mutex
	last time.Time
}

// sqlc like
type DBTX interface {
	Exec(context.Context, string, ...interface{}) (pgconnTag, error)
	QueryRow(context.Context, string, ...interface{}) pgx.Row
}
type pgconnTag = interface{}

type Acc struct {
	ID  int64 `db:"id"`
	Bal int64 `db:"bal"`
}

const getAcc = `-- name: GetAcc :one
SELECT id, bal FROM accs WHERE id = $1 LIMIT 1`
const updAcc = `-- name: UpdAcc :exec
UPDATE accs SET bal = $2 WHERE id = $1`

type Queries struct{ db *pgxpool.Pool }

type UpdAccParams struct{ ID, Bal int64 }

func (q *Queries) GetAcc(ctx context.Context, id int64) (Acc, error) {
	row := q.db.QueryRow(ctx, getAcc, id)
	var i Acc
	err := row.Scan(&i.ID, &i.Bal)
	return i, err
}

func (q *Queries) UpdAcc(ctx context.Context, arg UpdAccParams) error {
	_, err := q.db.Exec(ctx, updAcc, arg.ID, arg.Bal)
	return err
}

func (p *P) Sqlc(ctx context.Context, id, n int64) error {
	q := &Queries{p.pool}
	p.mu.Lock() //bug:localmutex/read-modify-write
	defer p.mu.Unlock()
	a, err := q.GetAcc(ctx, id)
	if err != nil {
		return err
	}
	return q.UpdAcc(ctx, UpdAccParams{ID: a.ID, Bal: a.Bal + n})
}

func (p *P) SqlcSelect(ctx context.Context, id, n int64) error {
	q := &Queries{p.pool}
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := q.GetAcc(ctx, id)
	if err != nil {
		return err
	}
	return q.UpdAcc(ctx, UpdAccParams{ID: a.ID, Bal: n})
}

func (p *P) Named(ctx context.Context, id int64) error {
	p.mu.Lock() //bug:localmutex/read-modify-write
	defer p.mu.Unlock()
	var a Acc
	if err := p.x.GetContext(ctx, &a, "SELECT * FROM accs WHERE id = $1", id); err != nil {
		return err
	}
	a.Bal++
	_, err := p.x.NamedExecContext(ctx, "UPDATE accs SET bal = :bal WHERE id = :id", a)
	return err
}

func (p *P) Max(ctx context.Context) error {
	p.mu.Lock() //bug:localmutex/read-modify-write
	defer p.mu.Unlock()
	var n int64
	if err := p.d.QueryRowContext(ctx, "SELECT coalesce(max(no), 0) FROM invoices").Scan(&n); err != nil {
		return err
	}
	_, err := p.d.ExecContext(ctx, "INSERT INTO invoices (no) VALUES ($1)", n+1)
	return err
}

func (p *P) Map(ctx context.Context, id int64) error {
	p.mu.Lock() //bug:localmutex/read-modify-write
	defer p.mu.Unlock()
	var a Acc
	if err := p.g.WithContext(ctx).Where("id = ?", id).Take(&a).Error; err != nil {
		return err
	}
	return p.g.WithContext(ctx).Model(&a).Updates(map[string]any{"bal": a.Bal + 1}).Error
}

func (p *P) OnConflict(ctx context.Context, a *Acc) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var old Acc
	if err := p.g.First(&old, a.ID).Error; err == nil {
		return errX
	}
	return p.g.Clauses(clause.OnConflict{DoNothing: true}).Create(a).Error
}

func (p *P) Time(ctx context.Context, id int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) < time.Second {
		return nil
	}
	p.last = time.Now()
	var a Acc
	if err := p.g.First(&a, id).Error; err != nil {
		return err
	}
	a.Bal++
	return p.g.Save(&a).Error
}

func (p *P) Count(ctx context.Context, a *Acc) error {
	p.mu.Lock() //bug:localmutex/check-then-write
	defer p.mu.Unlock()
	var n int64
	if err := p.g.Model(&Acc{}).Where("bal = ?", a.Bal).Count(&n).Error; err != nil {
		return err
	}
	if n > 0 {
		return errX
	}
	return p.g.Create(a).Error
}

func (p *P) Tx(ctx context.Context, id int64) error {
	p.mu.Lock() //bug:localmutex/read-modify-write
	defer p.mu.Unlock()
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	var n int64
	if err := tx.QueryRow(ctx, "SELECT n FROM t WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE t SET n = $1 WHERE id = $2", n+1, id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (p *P) ForUpdate(ctx context.Context, id int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	var n int64
	if err := tx.QueryRow(ctx, "SELECT n FROM t WHERE id = $1 FOR UPDATE", id).Scan(&n); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE t SET n = $1 WHERE id = $2", n+1, id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (p *P) Tag(ctx context.Context, id, v int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var n int64
	if err := p.pool.QueryRow(ctx, "SELECT n FROM t WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	tag, err := p.pool.Exec(ctx, "UPDATE t SET n = $1 WHERE id = $2 AND n = $3", n+1, id, n)
	if err != nil {
		return err
	}
	if tag.RowsAffected() != 1 {
		return errX
	}
	return nil
}

func (p *P) Log(ctx context.Context, id int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var a Acc
	if err := p.g.First(&a, id).Error; err != nil {
		return err
	}
	return p.g.Table("audit").Create(map[string]any{"bal": a.Bal}).Error
}

func (p *P) Defer(ctx context.Context, id int64) (err error) {
	p.mu.Lock() //bug:localmutex/read-modify-write
	defer func() { p.mu.Unlock() }()
	var a Acc
	if err = p.g.First(&a, id).Error; err != nil {
		return err
	}
	switch {
	case a.Bal > 10:
		a.Bal = 0
	default:
		a.Bal++
	}
	err = p.g.Save(&a).Error
	return err
}

type Repo interface {
	Find(ctx context.Context, id int64) (*Acc, error)
	Save(ctx context.Context, a *Acc) error
}

type gormRepo struct{ db *gorm.DB }

func (r *gormRepo) Find(ctx context.Context, id int64) (*Acc, error) {
	var a Acc
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return nil, err
	}
	return &a, nil
}
func (r *gormRepo) Save(ctx context.Context, a *Acc) error {
	return r.db.WithContext(ctx).Save(a).Error
}

type Svc struct {
	repo  Repo
	locks map[int64]*sync.Mutex
	mu    sync.Mutex
}

func (s *Svc) lock(id int64) func() {
	s.mu.Lock()
	m := s.locks[id]
	if m == nil {
		m = &sync.Mutex{}
		s.locks[id] = m
	}
	s.mu.Unlock()
	m.Lock()
	return m.Unlock
}

func (s *Svc) Repo(ctx context.Context, id, n int64) error {
	defer s.lock(id)() //bug:localmutex/read-modify-write
	a, err := s.repo.Find(ctx, id)
	if err != nil {
		return err
	}
	a.Bal += n
	return s.repo.Save(ctx, a)
}

func (s *Svc) NilFound(ctx context.Context, id int64) error {
	unlock := s.lock(id) //bug:localmutex/check-then-write
	defer unlock()
	a, err := s.repo.Find(ctx, id)
	if err != nil && !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	if a != nil {
		return nil
	}
	return s.repo.Save(ctx, &Acc{ID: id})
}
