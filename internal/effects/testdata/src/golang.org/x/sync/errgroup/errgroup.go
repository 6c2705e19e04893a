// Package errgroup is a thin stub.
package errgroup

import "context"

type Group struct{ err error }

func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }

func (g *Group) Go(f func() error) { g.err = f() }

func (g *Group) TryGo(f func() error) bool { g.err = f(); return true }

func (g *Group) Wait() error { return g.err }
