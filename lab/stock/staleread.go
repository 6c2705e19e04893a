package stock

import "context"

// Claim asks before the lock whether there is a piece: decision.
func (s *Service) Claim(ctx context.Context, item int64) error {
	qty, err := pieces(ctx, s.db, item)
	if err != nil {
		return err
	}
	if qty == 0 {
		return ErrSoldOut
	}
	return s.locks.With(ctx, itemKey(item), func(ctx context.Context) error { return s.take(ctx, item) })
}

// ClaimFixed asks under the lock.
func (s *Service) ClaimFixed(ctx context.Context, item int64) error {
	return s.locks.With(ctx, itemKey(item), func(ctx context.Context) error {
		qty, err := pieces(ctx, s.db, item)
		if err != nil {
			return err
		}
		if qty == 0 {
			return ErrSoldOut
		}
		return s.take(ctx, item)
	})
}

func (s *Service) take(ctx context.Context, item int64) error {
	if _, err := s.db.ExecContext(ctx, "insert into sales (item) values ($1)", item); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "update stock set qty = 0 where item = $1", item)
	return err
}

// Receive adds a delivery to what the stock was before the lock: value.
func (s *Service) Receive(ctx context.Context, item int64, n int) error {
	qty, err := pieces(ctx, s.db, item)
	if err != nil {
		return err
	}
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	_, err = s.db.ExecContext(ctx, "update stock set qty = $1 where item = $2", qty+n, item)
	return err
}

// ReceiveFixed reads under the lock.
func (s *Service) ReceiveFixed(ctx context.Context, item int64, n int) error {
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	qty, err := pieces(ctx, s.db, item)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "update stock set qty = $1 where item = $2", qty+n, item)
	return err
}
