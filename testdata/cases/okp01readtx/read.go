// Case okp01readtx: reports run in read-only or consistent-snapshot transactions with query texts that builders and files make; locks around them are free before the commit that ends a reading transaction.
package okp01readtx

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// selectBuilder is a small query builder.
type selectBuilder struct {
	cols  []string
	table string
	where []string
	args  []any
}

func Select(cols ...string) *selectBuilder { return &selectBuilder{cols: cols} }

func (b *selectBuilder) From(t string) *selectBuilder { b.table = t; return b }

func (b *selectBuilder) Where(cond string, args ...any) *selectBuilder {
	b.where = append(b.where, cond)
	b.args = append(b.args, args...)
	return b
}

func (b *selectBuilder) ToSql() (string, []any, error) {
	if b.table == "" {
		return "", nil, fmt.Errorf("no table")
	}
	var sb strings.Builder
	sb.WriteString("SELECT ")
	sb.WriteString(strings.Join(b.cols, ", "))
	sb.WriteString(" FROM ")
	sb.WriteString(b.table)
	if len(b.where) > 0 {
		sb.WriteString(" WHERE ")
		sb.WriteString(strings.Join(b.where, " AND "))
	}
	return sb.String(), b.args, nil
}

type Row struct {
	ID    int64     `db:"id"`
	Total int64     `db:"total"`
	At    time.Time `db:"at"`
}

type Reports struct {
	db   *sqlx.DB
	pool *pgxpool.Pool
	mu   sync.Mutex // one report at a time, they are heavy
	last time.Time
}

// Daily reads in a read-only transaction.
func (r *Reports) Daily(ctx context.Context, tenant int64) ([]Row, error) {
	query, args, err := Select("id", "total", "at").From("orders").Where("tenant_id = $1", tenant).ToSql()
	if err != nil {
		return nil, err
	}
	tx, err := r.db.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	r.mu.Lock()
	var out []Row
	if err := tx.SelectContext(ctx, &out, query, args...); err != nil {
		r.mu.Unlock()
		return nil, err
	}
	r.last = time.Now()
	r.mu.Unlock()
	return out, tx.Commit()
}

// Paged pages with a built text.
func (r *Reports) Paged(ctx context.Context, filter string, ids []int64) (rows []Row, err error) {
	tx, err := r.db.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	query, args, err := sqlx.In(baseQuery(filter)+" AND id IN (?)", ids)
	if err != nil {
		return nil, err
	}
	rs, err := tx.QueryxContext(ctx, tx.Rebind(query), args...)
	if err != nil {
		return nil, err
	}
	defer rs.Close()
	for rs.Next() {
		var row Row
		if err := rs.StructScan(&row); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, rs.Err()
}

func baseQuery(filter string) string {
	q := "SELECT id, total, at FROM orders WHERE 1 = 1"
	if filter != "" {
		q += " AND status = '" + strings.ReplaceAll(filter, "'", "''") + "'"
	}
	return q
}

// Snapshot exports a snapshot with pgx.
func (r *Reports) Snapshot(ctx context.Context, table string, sink func([]any) error) error {
	return pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly, IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '5min'"); err != nil {
			return err
		}
		q := fmt.Sprintf("SELECT * FROM %s ORDER BY 1", pgx.Identifier{table}.Sanitize())
		rows, err := tx.Query(ctx, q)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			vals, err := rows.Values()
			if err != nil {
				return err
			}
			if err := sink(vals); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// Count has the text in a map of the application.
var countQueries = map[string]string{
	"orders":   "SELECT count(*) FROM orders",
	"invoices": "SELECT count(*) FROM invoices",
}

func (r *Reports) Count(ctx context.Context, what string) (n int64, err error) {
	tx, err := r.db.BeginTxx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	r.mu.Lock()
	err = tx.GetContext(ctx, &n, countQueries[what])
	r.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return n, tx.Commit()
}

// Explain runs whatever it is given, in a transaction that sets the session up first.
func (r *Reports) Explain(ctx context.Context, text string) (plan string, err error) {
	tx, err := r.db.BeginTxx(ctx, nil)
	if err != nil {
		return "", err
	}
	defer tx.Rollback()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := tx.ExecContext(ctx, "SET LOCAL enable_seqscan = off"); err != nil {
		return "", err
	}
	if _, err := tx.ExecContext(ctx, "SET TRANSACTION READ ONLY"); err != nil {
		return "", err
	}
	err = tx.QueryRowxContext(ctx, "EXPLAIN "+text).Scan(&plan)
	return plan, err
}

// Tenant sets row level security for the reads of a transaction.
func (r *Reports) Tenant(ctx context.Context, tenant string) (n int, err error) {
	tx, err := r.pool.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback(ctx)
	r.mu.Lock()
	if _, err := tx.Exec(ctx, "SET LOCAL app.tenant = '"+tenant+"'"); err != nil {
		r.mu.Unlock()
		return 0, err
	}
	if _, err := tx.Exec(ctx, "SELECT set_config('app.tenant', $1, true)", tenant); err != nil {
		r.mu.Unlock()
		return 0, err
	}
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM documents").Scan(&n); err != nil {
		r.mu.Unlock()
		return 0, err
	}
	r.mu.Unlock()
	return n, tx.Commit(ctx)
}
