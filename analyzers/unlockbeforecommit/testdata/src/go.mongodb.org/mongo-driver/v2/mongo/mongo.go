// Package mongo is a stub.
package mongo

import "context"

type Client struct{}

func (*Client) StartSession() (*Session, error)                                      { return nil, nil }
func (*Client) UseSession(ctx context.Context, fn func(context.Context) error) error { return nil }

type Session struct{}

func (*Session) WithTransaction(ctx context.Context, fn func(ctx context.Context) (any, error)) (any, error) {
	return nil, nil
}
func (*Session) StartTransaction() error                 { return nil }
func (*Session) CommitTransaction(context.Context) error { return nil }
func (*Session) AbortTransaction(context.Context) error  { return nil }
func (*Session) EndSession(context.Context)              {}

func WithSession(ctx context.Context, sess *Session, fn func(context.Context) error) error {
	return nil
}

func NewSessionContext(ctx context.Context, sess *Session) context.Context { return nil }

type Collection struct{}

func (*Collection) InsertOne(ctx context.Context, doc any) (any, error)        { return nil, nil }
func (*Collection) UpdateOne(ctx context.Context, filter, up any) (any, error) { return nil, nil }
