// Package wire puts them together.
package wire

import (
	"database/sql"

	"github.com/bsm/redislock"

	"locklintcases/p07port/app"
	"locklintcases/p07port/redisadapter"
)

func Service(db *sql.DB, c *redislock.Client) *app.Service {
	return app.New(&redisadapter.Locks{C: c}, &redisadapter.UoW{DB: db}, &redisadapter.Stock{DB: db})
}
