// Case oku05parallel: goroutines share one transaction; a local mutex makes their statements take turns.
package oku05parallel

import (
	"context"
	"database/sql"
	"sync"
)

func Import(ctx context.Context, db *sql.DB, parts [][]string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		first error
	)
	for _, p := range parts {
		wg.Add(1)
		go func(p []string) {
			defer wg.Done()
			for _, v := range p {
				mu.Lock()
				if _, err := tx.ExecContext(ctx, "INSERT INTO vals (v) VALUES ($1)", v); err != nil && first == nil {
					first = err
				}
				mu.Unlock()
			}
		}(p)
	}
	wg.Wait()
	if first != nil {
		return first
	}
	return tx.Commit()
}
