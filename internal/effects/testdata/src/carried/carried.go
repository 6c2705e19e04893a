// Package carried has a library whose transactions are carried by the context.
package carried

import (
	"context"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Repo struct {
	mu   sync.Mutex
	c    *mongo.Client
	coll *mongo.Collection
}

// Save may be part of a transaction of the caller.
func (r *Repo) Save(ctx context.Context, doc any) error { // want Save:`^write p0\.coll; write p1\.value\(transaction of go\.mongodb\.org/mongo-driver/v2/mongo\)$`
	_, err := r.coll.InsertOne(ctx, doc)
	return err
}

// Whole is a runner with two results.
func (r *Repo) Whole(ctx context.Context, sess *mongo.Session, doc any) error { // want Whole:`^begin new0; acquire mutex p0\.mu; write p0\.coll; write new0; release mutex p0\.mu; commit new0 \| begin new0; acquire mutex p0\.mu; write p0\.coll; write new0; release mutex p0\.mu; rollback new0; r0 not nil$`
	_, err := sess.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		return nil, r.Save(ctx, doc)
	})
	return err
}

// Beside writes outside of the transaction that is open.
func (r *Repo) Beside(ctx context.Context, sess *mongo.Session, doc any) error { // want Beside:`^begin new0; write p0\.coll; write context\.Background\.value\(transaction of go\.mongodb\.org/mongo-driver/v2/mongo\); commit new0 \| begin new0; write p0\.coll; write context\.Background\.value\(transaction of go\.mongodb\.org/mongo-driver/v2/mongo\); rollback new0; r0 not nil$`
	_, err := sess.WithTransaction(ctx, func(context.Context) (any, error) {
		return nil, r.Save(context.Background(), doc)
	})
	return err
}

// Hand begins and ends it by hand.
func (r *Repo) Hand(ctx context.Context, sess *mongo.Session, doc any) error { // want Hand:`^r0 not nil \| begin p2; write p0\.coll; write p2; commit p2 \| begin p2; write p0\.coll; write p2; rollback p2; r0 not nil$`
	if err := sess.StartTransaction(); err != nil {
		return err
	}
	return mongo.WithSession(ctx, sess, func(ctx context.Context) error {
		if err := r.Save(ctx, doc); err != nil {
			sess.AbortTransaction(ctx)
			return err
		}
		return sess.CommitTransaction(ctx)
	})
}

// Own makes the context that carries the transaction: what is written with that is part of it, for certain.
func (r *Repo) Own(ctx context.Context, sess *mongo.Session, doc any) error { // want Own:`^r0 not nil \| begin p2; write p2; rollback p2; r0 not nil \| begin p2; write p2; commit p2$`
	if err := sess.StartTransaction(); err != nil {
		return err
	}
	ctx = mongo.NewSessionContext(ctx, sess)
	if _, err := r.coll.InsertOne(ctx, doc); err != nil {
		sess.AbortTransaction(ctx)
		return err
	}
	return sess.CommitTransaction(ctx)
}
