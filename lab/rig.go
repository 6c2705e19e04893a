package main

import (
	"cmp"
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"
)

// Place is what one run has for itself: a database of each server, and the gateway.
type Place struct {
	Servers
	Database string // of PostgreSQL
	Number   int    // of Redis
	Gateway  string // its address
}

// Rig is what the code under trial works with.
type Rig struct {
	Place
	PG    *pgxpool.Pool
	DB    *sql.DB // the same connections
	Redis *redis.Client

	single  *pgxpool.Pool // another pool, of one connection
	quiet   *pgxpool.Pool // for the lab itself, without holds
	gateway *gateway      // nil in a replica
	holds   *holds
}

// openRig connects to a place that is there.
func openRig(ctx context.Context, place Place, all []Hold) (*Rig, error) {
	r := &Rig{Place: place}
	opts, err := redis.ParseURL(place.Redis)
	if err != nil {
		return r, err
	}
	opts.DB = place.Number
	counter := *opts
	r.holds = &holds{rig: r, counter: redis.NewClient(&counter), all: all}
	r.Redis = redis.NewClient(opts)
	r.Redis.AddHook(r.holds)
	if r.PG, err = r.pool(ctx, 0, true); err != nil {
		return r, err
	}
	if r.single, err = r.pool(ctx, 1, true); err != nil {
		return r, err
	}
	if r.quiet, err = r.pool(ctx, 2, false); err != nil {
		return r, err
	}
	r.DB = stdlib.OpenDBFromPool(r.PG)
	return r, nil
}

// pool opens another pool, of size connections at the most; 0: enough for all.
func (r *Rig) pool(ctx context.Context, size int32, traced bool) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(r.Postgres)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.Database = r.Database
	if traced {
		config.ConnConfig.Tracer = r.holds
	}
	config.MaxConns = cmp.Or(size, 16)
	return pgxpool.NewWithConfig(ctx, config)
}

// close ends the connections.
func (r *Rig) close() {
	if r.gateway != nil {
		r.gateway.close()
	}
	if r.quiet != nil {
		r.quiet.Close()
	}
	if r.DB != nil {
		r.DB.Close()
	}
	if r.Redis != nil {
		r.Redis.Close()
		r.holds.counter.Close()
	}
	// The others are not closed: that would wait for the connections that a faulty function has leaked. They end with the database.
}

// exec is for the plans: what they do themselves is held nowhere.
func (r *Rig) exec(ctx context.Context, statement string, args ...any) error {
	_, err := r.quiet.Exec(ctx, statement, args...)
	return err
}

// int is the number that query gives.
func (r *Rig) int(ctx context.Context, query string, args ...any) (n int, err error) {
	err = r.quiet.QueryRow(ctx, query, args...).Scan(&n)
	return n, err
}
