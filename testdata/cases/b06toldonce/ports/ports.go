// Package ports is what the services see.
package ports

import "context"

// Locks are locks.
type Locks interface {
	Enter(ctx context.Context, key string) (bool, error)
	Leave(ctx context.Context, key string) error
}
