package cart

import "context"

// Take frees the lease behind the cancel of its context: own-cancel.
func (s *Service) Take(ctx context.Context, item int64, n int) error {
	ctx, cancel := context.WithTimeout(ctx, workTime)
	l, err := s.obtain(ctx, item)
	if err != nil {
		cancel()
		return err
	}
	defer l.Release(ctx)
	defer cancel()
	return s.hold(ctx, item, n)
}

// TakeFixed does not free it on that context.
func (s *Service) TakeFixed(ctx context.Context, item int64, n int) error {
	work, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	l, err := s.obtain(work, item)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	return s.hold(work, item, n)
}

// Confirm frees the lease of a customer who has gone on the customer's context: after-done.
func (s *Service) Confirm(ctx context.Context, item int64, yes <-chan struct{}) error {
	l, err := s.obtain(ctx, item)
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		l.Release(ctx)
		return ctx.Err()
	case <-yes:
	}
	defer free(ctx, l)
	return s.hold(ctx, item, 1)
}

// ConfirmFixed frees it on one that lives.
func (s *Service) ConfirmFixed(ctx context.Context, item int64, yes <-chan struct{}) error {
	l, err := s.obtain(ctx, item)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-yes:
	}
	return s.hold(ctx, item, 1)
}

// Put frees the lease on the context of a request, which may have gone by then: request-ctx.
func (s *Service) Put(ctx context.Context, item int64, n int) error {
	l, err := s.obtain(ctx, item)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.hold(ctx, item, n)
}

// PutFixed does not.
func (s *Service) PutFixed(ctx context.Context, item int64, n int) error {
	l, err := s.obtain(ctx, item)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	return s.hold(ctx, item, n)
}
