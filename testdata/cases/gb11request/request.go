// Case gb11request: handlers that give the context of their request to the release.
package gb11request

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/bsm/redislock"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"
)

type API struct {
	locks *redislock.Client
	db    *sql.DB
}

func (a *API) save(ctx context.Context, id string) error {
	_, err := a.db.ExecContext(ctx, "UPDATE things SET saved = now() WHERE id = $1", id)
	return err
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l, err := a.locks.Obtain(r.Context(), "thing", time.Minute, nil)
	if err != nil {
		http.Error(w, "busy", http.StatusConflict)
		return
	}
	defer l.Release(r.Context()) //bug:canceledunlock/request-ctx
	if err := a.save(r.Context(), "thing"); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (a *API) Chi() http.Handler {
	mux := chi.NewRouter()
	mux.Post("/things/{id}", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
		defer cancel()
		id := chi.URLParam(r, "id")
		l, err := a.locks.Obtain(ctx, id, time.Minute, nil)
		if err != nil {
			w.WriteHeader(http.StatusConflict)
			return
		}
		defer func() { _ = l.Release(ctx) }() //bug:canceledunlock/request-ctx
		_ = a.save(ctx, id)
	})
	return mux
}

func (a *API) Gin(c *gin.Context) {
	ctx := c.Request.Context()
	l, err := a.locks.Obtain(ctx, c.Param("id"), time.Minute, nil)
	if err != nil {
		c.AbortWithStatus(http.StatusConflict)
		return
	}
	defer l.Release(ctx) //bug:canceledunlock/request-ctx
	if err := a.save(ctx, c.Param("id")); err != nil {
		_ = c.Error(err)
	}
}

// GinDetached is right.
func (a *API) GinDetached(c *gin.Context) {
	ctx := c.Request.Context()
	l, err := a.locks.Obtain(ctx, c.Param("id"), time.Minute, nil)
	if err != nil {
		c.AbortWithStatus(http.StatusConflict)
		return
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = l.Release(ctx)
	}()
	_ = a.save(ctx, c.Param("id"))
}

// GinItself is right as gin comes: its context does not end, unless ContextWithFallback says so.
func (a *API) GinItself(c *gin.Context) {
	l, err := a.locks.Obtain(c, c.Param("id"), time.Minute, nil)
	if err != nil {
		c.AbortWithStatus(http.StatusConflict)
		return
	}
	defer l.Release(c) //review:canceledunlock/request-ctx
	_ = a.save(c, c.Param("id"))
}

func (a *API) Echo(c echo.Context) error {
	l, err := a.locks.Obtain(c.Request().Context(), c.Param("id"), time.Minute, nil)
	if err != nil {
		return c.NoContent(http.StatusConflict)
	}
	defer l.Release(c.Request().Context()) //bug:canceledunlock/request-ctx
	return a.save(c.Request().Context(), c.Param("id"))
}
