package okmn12answers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// record reads a row of whatever columns.
func record(rows *sql.Rows) (map[string]any, error) {
	defer rows.Close()
	cols, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values := make([]any, len(cols))
	for i := range values {
		values[i] = new(any)
	}
	if !rows.Next() {
		return nil, sql.ErrNoRows
	}
	if err := rows.Scan(values...); err != nil {
		return nil, err
	}
	out := map[string]any{}
	for i, c := range cols {
		out[c] = *(values[i].(*any))
	}
	return out, nil
}

func take(ctx context.Context, conn *sql.Conn, name string) error {
	rows, err := conn.QueryContext(ctx, "SELECT GET_LOCK(?, 1) AS got", name)
	if err != nil {
		return err
	}
	answer, err := record(rows)
	if err != nil {
		return err
	}
	if n, _ := answer["got"].(int64); n != 1 {
		return ErrLocked
	}
	return nil
}

// Taken reads the answer in a way that is not followed: behind an error of the helper there is no lock.
func Taken(ctx context.Context, db *sql.DB, name string) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := take(ctx, conn, name); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

func collect(ctx context.Context, conn *pgxpool.Conn, id int64) (bool, error) {
	rows, err := conn.Query(ctx, "SELECT pg_try_advisory_lock($1)", id)
	if err != nil {
		return false, err
	}
	return pgx.CollectOneRow(rows, pgx.RowTo[bool])
}

// Refresh collects the one row of the answer.
func Refresh(ctx context.Context, pool *pgxpool.Pool, id int64) (err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	ok, err := collect(ctx, conn, id)
	if err != nil {
		return fmt.Errorf("try lock: %w", err)
	}
	if !ok {
		return ErrLocked
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		var unlocked bool
		if uerr := conn.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&unlocked); uerr != nil || !unlocked {
			err = errors.Join(err, uerr, conn.Conn().Close(ctx))
		}
	}()
	_, err = conn.Exec(ctx, "REFRESH MATERIALIZED VIEW CONCURRENTLY stats")
	return err
}
