package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
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

//go:embed schema.sql
var schema string

// Lab hands out places.
type Lab struct {
	servers Servers
	numbers chan int // the databases of Redis that no run uses; 0 is left alone
	runs    atomic.Int64
	alone   *pgx.Conn // has the lock of the servers
}

// aloneLock is an advisory lock of PostgreSQL: two labs would empty each other's databases of Redis.
const aloneLock = 10_071

func newLab(ctx context.Context, servers Servers) (*Lab, error) {
	l := &Lab{servers: servers, numbers: make(chan int, 15)}
	for i := range cap(l.numbers) {
		l.numbers <- i + 1
	}
	var err error
	if l.alone, err = pgx.Connect(ctx, servers.Postgres); err != nil {
		return nil, err
	}
	var ok bool
	if err = l.alone.QueryRow(ctx, "select pg_try_advisory_lock($1)", aloneLock).Scan(&ok); err == nil && !ok {
		err = errors.New("another lab is at work on these servers")
	}
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

// close ends the lab's own session, and with it its lock.
func (l *Lab) close() error { return l.alone.Close(context.Background()) }

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
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err := l.administer(ctx, "drop database if exists "+r.Database+" with (force)")
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
