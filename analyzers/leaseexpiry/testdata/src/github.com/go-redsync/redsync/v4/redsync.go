// Package redsync has the few declarations of redsync that the shapes need.
package redsync

import (
	"context"
	"time"
)

type Redsync struct{ pools int }

type Option interface{ Apply(*Mutex) }

type OptionFunc func(*Mutex)

func (f OptionFunc) Apply(m *Mutex) { f(m) }

func WithExpiry(expiry time.Duration) Option { return nil }

func (r *Redsync) NewMutex(name string, options ...Option) *Mutex { return nil }

type Mutex struct{ name string }

func (m *Mutex) Name() string                                    { return m.name }
func (m *Mutex) LockContext(ctx context.Context) error           { return nil }
func (m *Mutex) TryLockContext(ctx context.Context) error        { return nil }
func (m *Mutex) UnlockContext(ctx context.Context) (bool, error) { return false, nil }
func (m *Mutex) Unlock() (bool, error)                           { return false, nil }

func (m *Mutex) ExtendContext(ctx context.Context) (bool, error) { return false, nil }
