// Case k08embed: service embeds its locker; the transaction arrives in a struct next to other things.
package k08embed

import (
	"context"
	"database/sql"
	"sync"
)

type locker struct{ m sync.Map }

func (l *locker) Lock(key string) {
	v, _ := l.m.LoadOrStore(key, &sync.Mutex{})
	v.(*sync.Mutex).Lock()
}

func (l *locker) Unlock(key string) {
	if v, ok := l.m.Load(key); ok {
		v.(*sync.Mutex).Unlock()
	}
}

// Request is one request with its transaction.
type Request struct {
	User string
	Tx   *sql.Tx
}

type Handler struct {
	*locker
	db *sql.DB
}

func (h *Handler) like(ctx context.Context, r *Request, post string) error {
	h.Lock(post)         //bug:localmutex/read-modify-write
	defer h.Unlock(post) //bug:unlockbeforecommit/callee
	var n int
	if err := r.Tx.QueryRowContext(ctx, "SELECT likes FROM posts WHERE id = ?", post).Scan(&n); err != nil {
		return err
	}
	_, err := r.Tx.ExecContext(ctx, "UPDATE posts SET likes = ? WHERE id = ?", n+1, post)
	return err
}

func (h *Handler) Like(ctx context.Context, user, post string) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := h.like(ctx, &Request{User: user, Tx: tx}, post); err != nil { //may:unlockbeforecommit
		return err
	}
	return tx.Commit()
}

func (h *Handler) LikeRight(ctx context.Context, user, post string) error {
	h.Lock(post) //may:localmutex
	defer h.Unlock(post)
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE posts SET likes = likes + 1 WHERE id = ?", post); err != nil {
		return err
	}
	return tx.Commit()
}
