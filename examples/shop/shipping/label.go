// Package shipping asks the carrier for labels. The carrier bills each label that it makes.
package shipping

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const (
	tries   = 3
	timeout = 3 * time.Second
	backOff = time.Second
	// lease is longer than all tries take, back-off included.
	lease = 2 * tries * (timeout + backOff)
)

// Labels makes labels.
type Labels struct {
	carrier *http.Client
	locks   *redsync.Redsync
}

// New returns Labels.
func New(locks *redsync.Redsync) *Labels {
	return &Labels{carrier: &http.Client{Timeout: timeout}, locks: locks}
}

func labelKey(parcel int64) string { return fmt.Sprintf("lock:label:%d", parcel) }

// Make leaves the lease at the eight seconds that redsync gives it: with two slow answers of the carrier the next
// request has the lock before this one has ended, and one parcel gets two labels.
func (l *Labels) Make(ctx context.Context, parcel int64) (err error) {
	m := l.locks.NewMutex(labelKey(parcel))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer func() { err = unlock(ctx, m, err) }()
	return l.ask(ctx, parcel)
}

// MakeFixed has a lease that outlives the work.
func (l *Labels) MakeFixed(ctx context.Context, parcel int64) (err error) {
	m := l.locks.NewMutex(labelKey(parcel), redsync.WithExpiry(lease))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer func() { err = unlock(ctx, m, err) }()
	return l.ask(ctx, parcel)
}

func unlock(ctx context.Context, m *redsync.Mutex, err error) error {
	release, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	_, unlockErr := m.UnlockContext(release)
	return errors.Join(err, unlockErr)
}

func (l *Labels) ask(ctx context.Context, parcel int64) (err error) {
	for range tries {
		if err = l.once(ctx, parcel); err == nil {
			return nil
		}
		time.Sleep(backOff)
	}
	return err
}

func (l *Labels) once(ctx context.Context, parcel int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("https://carrier.example/parcels/%d/label", parcel), nil)
	if err != nil {
		return err
	}
	resp, err := l.carrier.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
