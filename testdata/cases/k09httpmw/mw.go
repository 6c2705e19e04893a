// Case k09httpmw: a middleware puts the transaction into the request's context and commits by the status; the handler locks inside.
package k09httpmw

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type txKey struct{}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(code int) {
	w.status = code
	w.ResponseWriter.WriteHeader(code)
}

// Transactional begins a transaction per request.
func Transactional(db *sql.DB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tx, err := db.BeginTx(r.Context(), nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		sw := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(sw, r.WithContext(context.WithValue(r.Context(), txKey{}, tx)))
		if sw.status >= http.StatusBadRequest {
			_ = tx.Rollback()
			return
		}
		_ = tx.Commit()
	})
}

// TxFrom is the transaction of the request.
func TxFrom(ctx context.Context) *sql.Tx {
	tx, _ := ctx.Value(txKey{}).(*sql.Tx)
	return tx
}

type API struct{ rs *redsync.Redsync }

func (a *API) Vote(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	m := a.rs.NewMutex("vote:"+r.PathValue("id"), redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		http.Error(w, "busy", http.StatusConflict)
		return
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/callee
	tx := TxFrom(ctx)
	if _, err := tx.ExecContext(ctx, "UPDATE votes SET n = n + 1 WHERE id = $1", r.PathValue("id")); err != nil {
		http.Error(w, "failed", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func Routes(db *sql.DB, a *API) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /votes/{id}", Transactional(db, http.HandlerFunc(a.Vote)))
	return mux
}
