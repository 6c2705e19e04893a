// Case co01webhook: events of a provider are handled once by a key alone; where the handling fails, the key stays, and the next try is refused.
package co01webhook

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

var errSeen = errors.New("event was handled")

const keep = 72 * time.Hour

// Balance is a row.
type Balance struct {
	ID    uint
	Cents int64
}

// Hooks handles events.
type Hooks struct {
	rdb   redis.UniversalClient
	db    *gorm.DB
	mails Mails
}

// Mails sends mails.
type Mails interface {
	Send(ctx context.Context, to string) error
}

func eventKey(id string) string { return "evt:" + id }

func (h *Hooks) first(ctx context.Context, id string) (bool, error) {
	return h.rdb.SetNX(ctx, eventKey(id), time.Now().Unix(), keep).Result()
}

func (h *Hooks) forget(ctx context.Context, id string) {
	h.rdb.Del(context.WithoutCancel(ctx), eventKey(id))
}

func (h *Hooks) add(ctx context.Context, user uint, cents int64) error {
	return h.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		res := tx.Model(&Balance{}).Where("id = ?", user).Update("cents", gorm.Expr("cents + ?", cents))
		if res.Error != nil {
			return res.Error
		}
		return tx.Exec("INSERT INTO bookings (user_id, cents) VALUES (?, ?)", user, cents).Error
	})
}

// Handle has the claim in a helper.
func (h *Hooks) Handle(ctx context.Context, id string, user uint, cents int64) error {
	ok, err := h.first(ctx, id) //bug:claimonly/stuck
	if err != nil {
		return fmt.Errorf("event %s: %w", id, err)
	}
	if !ok {
		return errSeen
	}
	if err := h.add(ctx, user, cents); err != nil {
		return fmt.Errorf("event %s: %w", id, err)
	}
	return nil
}

// HandleForgets drops the key on one of two failing ways.
func (h *Hooks) HandleForgets(ctx context.Context, id string, user uint, cents int64) error {
	ok, err := h.rdb.SetNX(ctx, eventKey(id), 1, keep).Result() //bug:claimonly/stuck
	if err != nil || !ok {
		return errors.Join(err, errSeen)
	}
	var b Balance
	if err := h.db.WithContext(ctx).First(&b, user).Error; err != nil {
		h.forget(ctx, id)
		return err
	}
	if b.Cents+cents < 0 {
		return errors.New("not enough")
	}
	if err := h.add(ctx, user, cents); err != nil {
		return err
	}
	return nil
}

// HandleDrops drops it on both.
func (h *Hooks) HandleDrops(ctx context.Context, id string, user uint, cents int64) (err error) {
	ok, err := h.first(ctx, id)
	if err != nil || !ok {
		return errors.Join(err, errSeen)
	}
	defer func() {
		if err != nil {
			h.forget(ctx, id)
		}
	}()
	return h.add(ctx, user, cents)
}

// Mail sends through an interface.
func (h *Hooks) Mail(ctx context.Context, id, to string) error {
	err := h.rdb.SetArgs(ctx, "mail:"+id, 1, redis.SetArgs{Mode: "NX", TTL: time.Hour}).Err() //bug:claimonly/stuck
	if errors.Is(err, redis.Nil) {
		return errSeen
	}
	if err != nil {
		return err
	}
	return h.mails.Send(ctx, to)
}

func status(w http.ResponseWriter, code int, err error) {
	w.WriteHeader(code)
	fmt.Fprintln(w, err)
}

// Handler is a literal with statuses.
func (h *Hooks) Handler() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, id := r.Context(), r.PathValue("id")
		ok, err := h.rdb.SetNX(ctx, "hook:"+id, 1, keep).Result() //bug:claimonly/stuck
		switch {
		case err != nil:
			status(w, http.StatusServiceUnavailable, err)
			return
		case !ok:
			status(w, http.StatusOK, errSeen)
			return
		}
		if err = h.add(ctx, 1, 100); err != nil {
			status(w, http.StatusBadGateway, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

// HandlerDrops drops the key and says so.
func (h *Hooks) HandlerDrops() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, id := r.Context(), r.PathValue("id")
		ok, err := h.first(ctx, id)
		if err != nil || !ok {
			status(w, http.StatusConflict, errSeen)
			return
		}
		if err := h.add(ctx, 1, 100); err != nil {
			h.forget(ctx, id)
			status(w, http.StatusBadGateway, err)
		}
	}
}
