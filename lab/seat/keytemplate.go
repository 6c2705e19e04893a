package seat

import (
	"context"
	"fmt"
)

// Buy takes the show's key from its template.
func (s *Service) Buy(ctx context.Context, show int64) error {
	return s.locks.With(ctx, showKey(show), func(ctx context.Context) error { return s.take(ctx, show) })
}

// Gift builds the key as it was before the template changed. Nothing in the text tells that the two belong together, the option
// keytemplate.funcs does: unguided.
func (s *Service) Gift(ctx context.Context, show int64) error {
	key := fmt.Sprintf("lock:show:%d", show)
	return s.locks.With(ctx, key, func(ctx context.Context) error { return s.take(ctx, show) })
}

// GiftFixed takes the key of Buy.
func (s *Service) GiftFixed(ctx context.Context, show int64) error {
	return s.locks.With(ctx, showKey(show), func(ctx context.Context) error { return s.take(ctx, show) })
}
