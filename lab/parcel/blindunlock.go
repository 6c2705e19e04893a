package parcel

import (
	"context"

	"github.com/locklint/locklint/lab/lock"
)

// Label frees the parcel, whoever has it by then: plain-delete.
func (s *Service) Label(ctx context.Context, parcel int64) error {
	key := parcelKey(parcel)
	if err := s.take(ctx, key, lock.NewToken()); err != nil {
		return err
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), key)
	return s.print(ctx, parcel)
}

// LabelFixed frees it if it is still its own.
func (s *Service) LabelFixed(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	defer s.free(ctx, key, token)
	return s.print(ctx, parcel)
}

// Relabel looks first, and frees the parcel a moment later: check-then-delete.
func (s *Service) Relabel(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	printed := s.print(ctx, parcel)
	ctx = context.WithoutCancel(ctx)
	if holder, err := s.rdb.Get(ctx, key).Result(); err == nil && holder == token {
		s.rdb.Del(ctx, key)
	}
	return printed
}

// RelabelFixed has Redis do both at once.
func (s *Service) RelabelFixed(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	printed := s.print(ctx, parcel)
	s.free(ctx, key, token)
	return printed
}

// Weigh compares what is the same for all: shared-token.
func (s *Service) Weigh(ctx context.Context, parcel int64) error {
	key := parcelKey(parcel)
	if err := s.take(ctx, key, "locked"); err != nil {
		return err
	}
	defer s.free(ctx, key, "locked")
	return s.print(ctx, parcel)
}

// WeighFixed has a token for each holder.
func (s *Service) WeighFixed(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	defer s.free(ctx, key, token)
	return s.print(ctx, parcel)
}
