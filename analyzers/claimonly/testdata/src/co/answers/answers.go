// Package answers tells HTTP clients how it went.
package answers

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type Hooks struct {
	rdb *redis.Client
	db  *sql.DB
}

func (h *Hooks) book(ctx context.Context, id string) error {
	_, err := h.db.ExecContext(ctx, "UPDATE orders SET state = 'paid' WHERE id = $1", id)
	return err
}

// The client is told to try again.
func (h *Hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	first, err := h.rdb.SetNX(r.Context(), "hook:"+id, "1", time.Hour).Result() // want `\(line 37\): .*stuck`
	if err != nil {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	if !first {
		return
	}
	if err := h.book(r.Context(), id); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

// Silent: the key is dropped before the answer.
func (h *Hooks) Dropped(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	first, err := h.rdb.SetNX(r.Context(), "hook:"+id, "1", time.Hour).Result()
	if err != nil {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	if !first {
		return
	}
	if err := h.book(r.Context(), id); err != nil {
		h.rdb.Del(r.Context(), "hook:"+id)
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func fail(w http.ResponseWriter, err error) {
	log.Println(err)
	w.WriteHeader(http.StatusBadGateway)
}

// A helper answers.
func (h *Hooks) Helper(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	first, err := h.rdb.SetNX(r.Context(), "hook:"+id, "1", time.Hour).Result() // want `stuck`
	if err != nil || !first {
		return
	}
	if err := h.book(r.Context(), id); err != nil {
		fail(w, err)
		return
	}
	fmt.Fprint(w, "done")
}

// Silent: the client is told that all is well, and does not try again.
func (h *Hooks) Accepted(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	first, err := h.rdb.SetNX(r.Context(), "hook:"+id, "1", time.Hour).Result()
	if err != nil {
		fail(w, err)
		return
	}
	if !first {
		return
	}
	if err := h.book(r.Context(), id); err != nil {
		log.Println(err)
	}
	w.WriteHeader(http.StatusAccepted)
}

// Silent: nobody is told of the failure, and nobody tries again.
func (h *Hooks) Tell(ctx context.Context, id string) {
	first, err := h.rdb.SetNX(ctx, "told:"+id, "1", 0).Result()
	if err != nil || !first {
		return
	}
	if err := h.book(ctx, id); err != nil {
		log.Println(err)
	}
}

// A framework's context, and a handler that returns what it answered.
type Context interface {
	JSON(code int, body any) error
	NoContent(code int) error
	Request() *http.Request
	Param(name string) string
}

func (h *Hooks) Handle(c Context) error {
	id, ctx := c.Param("id"), c.Request().Context()
	first, err := h.rdb.SetNX(ctx, "hook:"+id, "1", time.Hour).Result() // want `stuck`
	if err != nil {
		return err
	}
	if !first {
		return c.NoContent(http.StatusOK)
	}
	if err := h.book(ctx, id); err != nil {
		return c.JSON(http.StatusInternalServerError, "try again")
	}
	return c.NoContent(http.StatusOK)
}

// Silent: what writing the answer returns is no failure of the work.
func (h *Hooks) HandleRight(c Context) error {
	id, ctx := c.Param("id"), c.Request().Context()
	first, err := h.rdb.SetNX(ctx, "hook:"+id, "1", time.Hour).Result()
	if err != nil {
		return err
	}
	if !first {
		return c.NoContent(http.StatusOK)
	}
	if err := h.book(ctx, id); err != nil {
		h.rdb.Del(ctx, "hook:"+id)
		return c.JSON(http.StatusInternalServerError, "try again")
	}
	return c.NoContent(http.StatusOK)
}
