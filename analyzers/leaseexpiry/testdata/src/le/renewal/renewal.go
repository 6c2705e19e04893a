// Package renewal renews leases and looks, or not, at how that went.
package renewal

import (
	"context"
	"log"
	"time"

	"github.com/go-redsync/redsync/v4"
)

func Drops(ctx context.Context, m *redsync.Mutex, t *time.Ticker) {
	for range t.C {
		m.ExtendContext(ctx) // want `^nobody looks at how the renewal of lock .* went: .* \(leaseexpiry/renewal-ignored\)$`
	}
}

func Logs(ctx context.Context, m *redsync.Mutex, t *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if _, err := m.ExtendContext(ctx); err != nil { // want `renewal-ignored`
				log.Print(err)
			}
		}
	}
}

// Silent: the work is told.
func Tells(ctx context.Context, m *redsync.Mutex, t *time.Ticker, lost chan<- struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if ok, err := m.ExtendContext(ctx); err != nil || !ok {
				close(lost)
				return
			}
		}
	}
}

// Silent: it ends, and who started it sees that.
func Ends(ctx context.Context, m *redsync.Mutex, t *time.Ticker) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
			if _, err := m.ExtendContext(ctx); err != nil {
				return err
			}
		}
	}
}
