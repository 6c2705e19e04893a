package main

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"
)

// Servers tells where Redis and PostgreSQL are.
type Servers struct{ Redis, Postgres string }

const (
	redisVariable    = "LOCKLINT_LAB_REDIS"
	postgresVariable = "LOCKLINT_LAB_POSTGRES"
)

func serversFromEnv() (Servers, error) {
	s := Servers{os.Getenv(redisVariable), os.Getenv(postgresVariable)}
	if s.Redis == "" || s.Postgres == "" {
		return s, fmt.Errorf("%s and %s do not say where the servers are: servers.sh starts them", redisVariable, postgresVariable)
	}
	return s, nil
}

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

//go:embed schema.sql
var schema string

// Lab hands out places.
type Lab struct {
	servers Servers
	numbers chan int // the databases of Redis that no run uses; 0 is left alone
	runs    atomic.Int64
}

func newLab(ctx context.Context, servers Servers) (*Lab, error) {
	l := &Lab{servers: servers, numbers: make(chan int, 15)}
	for i := range cap(l.numbers) {
		l.numbers <- i + 1
	}
	return l, l.administer(ctx, "select 1")
}

// rig makes a place for a run. The caller gives it to remove.
func (l *Lab) rig(ctx context.Context, all []Hold) (*Rig, error) {
	place := Place{Servers: l.servers, Database: fmt.Sprintf("lab_%d_%d", os.Getpid(), l.runs.Add(1)), Number: <-l.numbers}
	r, err := l.furnish(ctx, place, all)
	if err != nil {
		return nil, errors.Join(err, l.remove(r))
	}
	return r, nil
}

func (l *Lab) furnish(ctx context.Context, place Place, all []Hold) (*Rig, error) {
	r := &Rig{Place: place}
	if err := l.administer(ctx, "create database "+place.Database); err != nil {
		return r, err
	}
	r, err := openRig(ctx, place, all)
	if err != nil {
		return r, err
	}
	r.gateway = listen(r.holds)
	r.Gateway = r.gateway.server.URL
	if err := r.holds.counter.FlushDB(ctx).Err(); err != nil {
		return r, err
	}
	return r, r.exec(ctx, schema)
}

// remove ends the connections of r and frees its place.
func (l *Lab) remove(r *Rig) error {
	r.close()
	err := l.administer(context.Background(), "drop database if exists "+r.Database+" with (force)")
	l.numbers <- r.Number
	return err
}

func (l *Lab) administer(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, l.servers.Postgres)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
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
