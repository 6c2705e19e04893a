// Case p11mw: middlewares of net/http: one opens the transaction and commits it when the handler has returned, an inner one locks around the handler.
package p11mw

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

type txKey struct{}

type App struct {
	db *sql.DB
	mu sync.Mutex
}

func (a *App) tx(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		tx, err := a.db.BeginTx(r.Context(), nil)
		if err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		defer tx.Rollback()
		next(w, r.WithContext(context.WithValue(r.Context(), txKey{}, tx)))
		if err := tx.Commit(); err != nil {
			http.Error(w, err.Error(), 500)
		}
	}
}

// sell is wrapped by tx in Routes.
func (a *App) sell(w http.ResponseWriter, r *http.Request) {
	tx, ok := r.Context().Value(txKey{}).(*sql.Tx)
	if !ok {
		http.Error(w, "no tx", 500)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock() //bug:unlockbeforecommit/callee
	if _, err := tx.ExecContext(r.Context(), "UPDATE stock SET n = n - 1 WHERE sku = $1", r.PathValue("sku")); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

func (a *App) Routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /sell/{sku}", a.tx(a.sell))
	return mux
}

// handlerErr is the errors-returning style.
type handlerErr func(ctx context.Context, tx *sql.Tx, r *http.Request) error

func (a *App) withTx(h handlerErr) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		tx, err := a.db.BeginTx(r.Context(), nil)
		if err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		if err := h(r.Context(), tx, r); err != nil {
			_ = tx.Rollback()
			http.Error(w, err.Error(), 500)
			return
		}
		_ = tx.Commit()
	}
}

func (a *App) More(mux *http.ServeMux) {
	mux.HandleFunc("POST /buy/{sku}", a.withTx(func(ctx context.Context, tx *sql.Tx, r *http.Request) error {
		a.mu.Lock()
		defer a.mu.Unlock() //bug:unlockbeforecommit/closure
		_, err := tx.ExecContext(ctx, "UPDATE stock SET n = n + 1 WHERE sku = $1", r.PathValue("sku"))
		return err
	}))
}
