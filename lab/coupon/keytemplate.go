package coupon

import (
	"context"
	"fmt"
	"strings"
)

// Use counts a use up of a coupon that a customer has typed, or had scanned.
func (s *Service) Use(ctx context.Context, code string, scanned bool) error {
	if scanned {
		return s.scanned(ctx, code)
	}
	return s.typed(ctx, code)
}

func (s *Service) typed(ctx context.Context, code string) error {
	key := fmt.Sprintf("lock:coupon:%s", code)
	return s.locks.With(ctx, key, func(ctx context.Context) error { return s.use(ctx, code) })
}

// scanned builds the key once more. Here somebody thought of codes in small letters, in typed nobody did: duplicate.
func (s *Service) scanned(ctx context.Context, code string) error {
	key := fmt.Sprintf("lock:coupon:%s", strings.ToUpper(code))
	return s.locks.With(ctx, key, func(ctx context.Context) error { return s.use(ctx, code) })
}

// UseFixed does the same.
func (s *Service) UseFixed(ctx context.Context, code string, scanned bool) error {
	if scanned {
		return s.scannedFixed(ctx, code)
	}
	return s.typedFixed(ctx, code)
}

// codeKey is the one place where letters can be thought of.
func codeKey(code string) string { return fmt.Sprintf("lock:code:%s", strings.ToUpper(code)) }

func (s *Service) typedFixed(ctx context.Context, code string) error {
	return s.locks.With(ctx, codeKey(code), func(ctx context.Context) error { return s.use(ctx, code) })
}

func (s *Service) scannedFixed(ctx context.Context, code string) error {
	return s.locks.With(ctx, codeKey(code), func(ctx context.Context) error { return s.use(ctx, code) })
}

// use adds one to the uses of a coupon. The caller sees to it that nobody else is at it.
func (s *Service) use(ctx context.Context, code string) error {
	var uses int
	if err := s.pg.QueryRow(ctx, "select uses from coupons where code = upper($1)", code).Scan(&uses); err != nil {
		return err
	}
	_, err := s.pg.Exec(ctx, "update coupons set uses = $1 where code = upper($2)", uses+1, code)
	return err
}
