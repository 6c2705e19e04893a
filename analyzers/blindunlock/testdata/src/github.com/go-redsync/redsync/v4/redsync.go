// Package redsync is a thin stub of redsync.
package redsync

import "context"

type Redsync struct{}

type Option interface{ Apply(*Mutex) }

type Mutex struct{}

func (r *Redsync) NewMutex(name string, options ...Option) *Mutex { return nil }
func (m *Mutex) Lock() error                                      { return nil }
func (m *Mutex) LockContext(ctx context.Context) error            { return nil }
func (m *Mutex) Unlock() (bool, error)                            { return true, nil }
func (m *Mutex) UnlockContext(ctx context.Context) (bool, error)  { return true, nil }
func (m *Mutex) ExtendContext(ctx context.Context) (bool, error)  { return true, nil }
func WithValue(v string) Option                                   { return nil }
