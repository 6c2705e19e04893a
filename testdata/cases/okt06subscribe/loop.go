// Case okt06subscribe: the rows were locked in a transaction of the function called, which is over when the loop waits.
package okt06subscribe

import (
	"context"
	"time"

	"locklintcases/okt06subscribe/outbox"
)

// Drain subscribes again and again.
func Drain(ctx context.Context, o *outbox.Box, topic string) {
	for {
		err := o.Subscribe(ctx, topic)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(5 * time.Second):
		}
	}
}
