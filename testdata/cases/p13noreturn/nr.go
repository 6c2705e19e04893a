// Case p13noreturn: helpers that never return end the failing paths; what is left commits after the unlock.
package p13noreturn

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"runtime"
	"sync"
)

var mu sync.Mutex

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func exit(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format, args...)
	os.Exit(1)
}

func goexit() { runtime.Goexit() }

func Checked(ctx context.Context, db *sql.DB) {
	tx, err := db.BeginTx(ctx, nil)
	check(err)
	defer tx.Rollback()
	mu.Lock()
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1")
	check(err)
	mu.Unlock() //bug:unlockbeforecommit/order
	check(tx.Commit())
}

// Exited rolls back and exits in the branch in which it unlocks: silent.
func Exited(ctx context.Context, db *sql.DB, dry bool) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		exit("begin: %v", err)
	}
	mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1"); err != nil {
		mu.Unlock()
		exit("update: %v", err)
	}
	if dry {
		mu.Unlock()
		goexit()
	}
	err = tx.Commit()
	mu.Unlock()
	check(err)
}
