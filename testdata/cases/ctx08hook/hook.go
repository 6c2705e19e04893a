// Case ctx08hook: a claim is kept on success and dropped where the work failed, also where Redis could not say whether it was set; a lock that is deleted blindly is another thing.
package ctx08hook

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type H struct {
	rdb  *redis.Client
	book func(context.Context, string) error
}

func seenKey(id string) string { return "webhook:seen:" + id }

// Redis is down: the event is handled all the same, and the claim is kept on success.
func (h *H) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	id := r.FormValue("id")
	ok, err := h.rdb.SetNX(ctx, seenKey(id), "1", 24*time.Hour).Result()
	if err != nil {
		log.Println("dedupe is down", err)
	} else if !ok {
		w.WriteHeader(http.StatusOK)
		return
	}
	if err := h.book(ctx, id); err != nil {
		h.rdb.Del(context.WithoutCancel(ctx), seenKey(id))
		http.Error(w, "again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// Locked is a lock that is deleted blindly.
func (h *H) Locked(ctx context.Context, id string) error {
	ok, err := h.rdb.SetNX(ctx, "lock:event:"+id, "1", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	defer h.rdb.Del(context.WithoutCancel(ctx), "lock:event:"+id) //bug:blindunlock/plain-delete
	return h.book(ctx, id)
}

func hookKey(id string) string { return "hook:" + id }

func (h *H) claim(ctx context.Context, id string) (bool, error) {
	ok, err := h.rdb.SetNX(ctx, hookKey(id), "1", 24*time.Hour).Result()
	if err != nil {
		return true, err // let it through
	}
	return ok, nil
}

func (h *H) Hook(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	ok, err := h.claim(r.Context(), id)
	if err != nil {
		log.Println(err)
	}
	if !ok {
		w.WriteHeader(http.StatusOK)
		return
	}
	if err := h.book(r.Context(), id); err != nil {
		if derr := h.rdb.Del(context.Background(), hookKey(id)).Err(); derr != nil {
			log.Println(derr)
		}
		http.Error(w, "again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}
