// Case ctx09trimmed: the answer of a lock function is read as a text and trimmed before it is compared; one of the functions only prints it.
package ctx09trimmed

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

func release(ctx context.Context, conn *sql.Conn) {
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	var back string
	if err := conn.QueryRowContext(uctx, "SELECT RELEASE_LOCK('rates')").Scan(&back); err != nil || strings.TrimSpace(back) != "1" {
		slog.Warn("not released", "err", err)
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

func touch(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "UPDATE rates SET seen = now()")
	return err
}

// With goes on only where the answer is 1.
func With(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var answer string
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('rates', 5)").Scan(&answer); err != nil {
		return err
	}
	if strings.TrimSpace(answer) != "1" {
		return fmt.Errorf("busy: %s", answer)
	}
	defer release(ctx, conn)
	return touch(ctx, conn)
}

// Printed goes on whatever it is.
func Printed(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var answer string
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('rates', 5)").Scan(&answer); err != nil { //bug:uncheckedlock/fallthrough
		return err
	}
	if answer != "1" {
		slog.Info("busy", "answer", answer)
	}
	defer release(ctx, conn)
	return touch(ctx, conn)
}
