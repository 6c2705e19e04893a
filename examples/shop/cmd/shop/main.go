// Command shop is a small order service in several replicas. It exists to be read by locklint: next to each fault
// stands a function named ...Fixed. To run it takes a PostgreSQL with schema.sql and four Redis servers.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/go-redsync/redsync/v4"
	redsyncredis "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"

	"example.com/shop/checkout"
	"example.com/shop/coupon"
	"example.com/shop/internal/lock"
	"example.com/shop/internal/store"
	"example.com/shop/order"
	"example.com/shop/payment"
	"example.com/shop/report"
	"example.com/shop/stock"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		slog.Error("shop stops", "err", err)
		os.Exit(1)
	}
}

// run serves until ctx is done. The three database libraries share one pool.
func run(ctx context.Context) error {
	pool, err := pgxpool.New(ctx, os.Getenv("SHOP_DB"))
	if err != nil {
		return err
	}
	defer pool.Close()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	orm, err := gorm.Open(postgres.New(postgres.Config{Conn: db}), &gorm.Config{})
	if err != nil {
		return err
	}
	rdb, err := connect(os.Getenv("SHOP_REDIS"))
	if err != nil {
		return err
	}
	defer rdb.Close()
	var quorum []redsyncredis.Pool
	for url := range strings.SplitSeq(os.Getenv("SHOP_LOCK_REDIS"), ",") {
		c, err := connect(url)
		if err != nil {
			return err
		}
		defer c.Close()
		quorum = append(quorum, goredis.NewPool(c))
	}
	locks, mutexes := lock.New(rdb), redsync.New(quorum...)
	api := &api{
		checkout: checkout.New(rdb),
		coupons:  coupon.New(db, locks),
		orders:   order.New(orm, locks),
		stock:    stock.New(store.NewUnit(db), locks),
		payments: payment.New(pool, mutexes),
		reports:  report.New(pool, mutexes),
	}
	return serve(ctx, api.routes())
}

func connect(url string) (*redis.Client, error) {
	opt, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("redis %q: %w", url, err)
	}
	return redis.NewClient(opt), nil
}

func serve(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := srv.Shutdown(end); err != nil {
		return err
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
