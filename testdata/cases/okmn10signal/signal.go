// Case okmn10signal: the runner of another package ends the context of what it runs when the session of etcd is lost: its callers need not listen.
package okmn10signal

import (
	"context"
	"net/http"
	"time"

	"locklintcases/okmn10signal/locks"
)

type Feed struct {
	locks  *locks.Locks
	client *http.Client
	next   func(ctx context.Context) (string, bool, error)
}

func (f *Feed) Send(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return f.locks.With(ctx, "feed", func(ctx context.Context) error {
		for {
			url, more, err := f.next(ctx)
			if err != nil || !more {
				return err
			}
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
			if err != nil {
				return err
			}
			resp, err := f.client.Do(req)
			if err != nil {
				return err
			}
			if err := resp.Body.Close(); err != nil {
				return err
			}
		}
	})
}
