// Package owncancel: the cancel function of the context is called before the release.
package owncancel

import (
	"context"
	"os/signal"
	"syscall"
	"time"

	"github.com/go-redsync/redsync/v4"
	"golang.org/x/sync/errgroup"
)

func work(ctx context.Context) error { return ctx.Err() }

func deferOrder(parent context.Context, m *redsync.Mutex) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	if err := m.LockContext(ctx); err != nil {
		cancel()
		return err
	}
	/* timeline: acquire cancel release */ defer m.UnlockContext(ctx) // want `lock m is released on a context that is cancelled at line 23, before the release runs: .* \(canceledunlock/own-cancel\)`
	defer cancel()
	return work(ctx)
}

func byHand(m *redsync.Mutex) error {
	ctx, cancel := context.WithCancel(context.Background())
	if err := m.LockContext(ctx); err != nil {
		cancel()
		return err
	}
	err := work(ctx)
	cancel()
	m.UnlockContext(ctx) // want `cancelled at line 34`
	return err
}

// The cancel function is reached through a literal and a helper.
func through(parent context.Context, m *redsync.Mutex) error {
	ctx, cancel := context.WithCancel(parent)
	if err := m.LockContext(ctx); err != nil {
		cancel()
		return err
	}
	stop := func() { finish(cancel) }
	stop()
	m.UnlockContext(context.WithValue(ctx, "who", 1)) // want `own-cancel`
	return nil
}

func finish(cancel context.CancelFunc) { cancel() }

// The context comes from a helper with its cancel function.
func fromHelper(parent context.Context, m *redsync.Mutex) error {
	ctx, stop := limited(parent)
	if err := m.LockContext(ctx); err != nil {
		stop()
		return err
	}
	defer m.UnlockContext(ctx) // want `own-cancel`
	defer stop()
	return work(ctx)
}

func limited(parent context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(parent, time.Minute)
}

// A release in a deferred literal is told at the defer.
func literal(parent context.Context, m *redsync.Mutex) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	if m.LockContext(ctx) != nil {
		cancel()
		return
	}
	defer func() { // want `own-cancel`
		cancel()
		_, _ = m.UnlockContext(ctx)
	}()
	_ = work(ctx)
}

// The wrapper's Unlock gets the context.
type wrapper struct{ m *redsync.Mutex }

func (w *wrapper) unlock(ctx context.Context) { _, _ = w.m.UnlockContext(ctx) }

func (w *wrapper) do(parent context.Context) error {
	ctx, cancel := signal.NotifyContext(parent, syscall.SIGTERM)
	if err := w.m.LockContext(ctx); err != nil {
		cancel()
		return err
	}
	defer w.unlock(ctx) // want `own-cancel`
	defer cancel()
	return work(ctx)
}

// Wait ends the context of the group.
func group(parent context.Context, m *redsync.Mutex) error {
	if err := m.LockContext(parent); err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(parent)
	g.Go(func() error { return work(ctx) })
	err := g.Wait()
	m.UnlockContext(ctx) // want `cancelled at line 107`
	return err
}

// The right order: cancel runs last. The context is still the caller's.
func rightOrder(m *redsync.Mutex) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return work(ctx)
}

// Another context of the same parent is cancelled.
func another(m *redsync.Mutex) error {
	lockCtx, cancel := context.WithTimeout(context.Background(), time.Second)
	err := m.LockContext(lockCtx)
	unlockCtx, done := context.WithTimeout(context.Background(), time.Second)
	cancel()
	if err != nil {
		done()
		return err
	}
	_, err = m.UnlockContext(unlockCtx)
	done()
	return err
}

// Each round has a context of its own; that of the last one was cancelled.
func rounds(m *redsync.Mutex) {
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		if m.LockContext(ctx) == nil {
			m.UnlockContext(ctx)
		}
		cancel()
	}
}

// On one of two ways only: it is not certain that the context is done.
func perhaps(m *redsync.Mutex, b bool) {
	ctx, cancel := context.WithCancel(context.Background())
	if m.LockContext(ctx) != nil {
		cancel()
		return
	}
	if b {
		cancel()
	}
	m.UnlockContext(ctx)
	cancel()
}

// WithoutCancel does not end with its parent.
func cutOff(parent context.Context, m *redsync.Mutex) {
	ctx, cancel := context.WithCancel(parent)
	if m.LockContext(ctx) != nil {
		cancel()
		return
	}
	cancel()
	m.UnlockContext(context.WithoutCancel(ctx))
}
