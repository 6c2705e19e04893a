package fix

import (
	"context"
	"time"
)

// The release has a time limit already: only its parent is another one.
func (s *Store) Limited(ctx context.Context, id int64) error {
	conn, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer func() { // want `request-ctx`
		uctx, done := context.WithTimeout(ctx, 2*time.Second)
		defer done()
		_ = unlock(uctx, conn, id)
	}()
	return nil
}
