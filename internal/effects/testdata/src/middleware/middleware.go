// Package middleware wraps handlers.
package middleware

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

// Serial handles one request at a time.
func Serial(mu *sync.Mutex, next http.HandlerFunc) http.HandlerFunc { // want Serial:`^r0=func middleware\.Serial\$1\(&p0,&p1\); r0 not nil$`
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		next(w, r)
	}
}

type Handler func(ctx context.Context) error

// Tx runs a handler in a transaction.
func Tx(db *sql.DB, next func(tx *sql.Tx) error) Handler { // want Tx:`^r0=func middleware\.Tx\$1\(&p0,&p1\); r0 not nil$`
	return func(ctx context.Context) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := next(tx); err != nil {
			return err
		}
		return tx.Commit()
	}
}

// Locked runs a handler under a lock.
func Locked(mu *sync.Mutex, next Handler) Handler { // want Locked:`^r0=func middleware\.Locked\$1\(&p0,&p1\); r0 not nil$`
	return func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		return next(ctx)
	}
}

// Serve runs a chain.
func Serve(ctx context.Context, mu *sync.Mutex, db *sql.DB, f func(tx *sql.Tx) error) error { // want Serve:`^acquire mutex p1; begin new0\.!0; run p3\(new0\.!0\) is nil; commit new0\.!0; release mutex p1 \| r0 not nil \| acquire mutex p1; begin new0\.!0; run p3\(new0\.!0\) is not nil; rollback new0\.!0; release mutex p1; r0 not nil$`
	return Locked(mu, Tx(db, f))(ctx)
}

// ServeWrong runs it in the other order.
func ServeWrong(ctx context.Context, mu *sync.Mutex, db *sql.DB) error { // want ServeWrong:`^write new0 carts$`
	return Tx(db, func(tx *sql.Tx) error {
		return Locked(mu, func(ctx context.Context) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM carts")
			return err
		})(ctx)
	})(ctx)
}
