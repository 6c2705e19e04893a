package use // want package:`port\.Lock\.Free: release lease p0\.lock; port\.Locker\.Obtain: .*acquire lease r0\.lock key "lock:\{\}"\(p2\)`

import (
	"context"

	"port"
	"port/adapter"
)

// New wires the adapter: that is how it comes into sight.
func New(r *adapter.Redis) *Service { return &Service{locks: r} } // want New:`^r0\.locks=p0; r0 not nil$`

type Service struct{ locks port.Locker }

// Run calls the port.
func (s *Service) Run(ctx context.Context, id string, f func()) error { // want Run:`^r0 not nil \| acquire lease new0\.lock key "lock:\{\}"\(p2\); run p3\(\); release lease new0\.lock key "lock:\{\}"\(p2\); r0=nil; r0 nil$`
	l, err := s.locks.Obtain(ctx, id)
	if err != nil {
		return err
	}
	defer l.Free(ctx)
	f()
	return nil
}

// Keep does not free it.
func (s *Service) Keep(ctx context.Context, id string) (port.Lock, error) { // want Keep:`^missed lease new0 key "lock:\{\}"\(p2\); r0=nil; r0 nil; r1 not nil \| acquire lease r0\.lock key "lock:\{\}"\(p2\); r1=nil; r0 not nil; r1 nil$`
	return s.locks.Obtain(ctx, id)
}
