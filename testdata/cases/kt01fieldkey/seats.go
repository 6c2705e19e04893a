// Case kt01fieldkey: a key is built in a builder and kept in a field; another function builds it by hand, and a third hashes it.
package kt01fieldkey

import (
	"context"
	"hash/fnv"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
)

// Seat is the lock of one seat.
type Seat struct {
	client *redislock.Client
	key    string
}

func seatKey(show, seat int) string {
	var b strings.Builder
	b.WriteString("seat:")
	b.WriteString(strconv.Itoa(show))
	b.WriteByte(':')
	b.WriteString(strconv.Itoa(seat))
	return b.String()
}

// NewSeat makes it.
func NewSeat(client *redislock.Client, show, seat int) *Seat {
	return &Seat{client: client, key: seatKey(show, seat)}
}

func free(l *redislock.Lock) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := l.Release(ctx); err != nil {
		slog.Warn("seat not released", "key", l.Key(), "err", err)
	}
}

// Sell sells the seat.
func (s *Seat) Sell(ctx context.Context, sell func() error) error {
	l, err := s.client.Obtain(ctx, s.key, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer free(l)
	return sell() //review:blockingcall/callback
}

// Block blocks a seat, whose lock it names itself.
func Block(ctx context.Context, client *redislock.Client, show, seat int, block func() error) error {
	name := "seat:" + strconv.Itoa(show) + ":" + strconv.Itoa(seat) //bug:keytemplate/bypass
	l, err := client.Obtain(ctx, name, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer free(l)
	return block() //review:blockingcall/callback
}

func number(key string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key))
	return int64(h.Sum64())
}

// Count counts under a transaction lock whose number comes from a key that is built by hand.
func Count(ctx context.Context, tx pgx.Tx, show, seat int) error {
	key := "seat:" + strconv.Itoa(show) + ":" + strconv.Itoa(seat) //bug:keytemplate/bypass
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", number(key)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE seats SET sold = sold + 1 WHERE show = $1 AND seat = $2", show, seat)
	return err
}
