// Package collision gives two locks one number.
package collision

import (
	"context"

	"github.com/jackc/pgx/v5"

	"kt/lockkeys"
)

const (
	evict   int64 = 7
	webhook int64 = 7
	report  int64 = 8
	again         = report
	audits  int64 = 4912
)

func hold(ctx context.Context, tx pgx.Tx, key int64) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", key)
	return err
}

func all(ctx context.Context, tx pgx.Tx) {
	_ = hold(ctx, tx, evict)
	_ = hold(ctx, tx, webhook) /* timeline: first again */ // want `locks evict of line 26 and webhook have the same key "7": .*, assuming that the two mean different locks`
	_ = hold(ctx, tx, lockkeys.Audit)
	_ = hold(ctx, tx, audits) // want `locks lockkeys.Audit of line 28 and audits have the same key "4912"`
}

// Silent: another number, and another name for one that is declared to be the same.
func others(ctx context.Context, tx pgx.Tx) {
	_ = hold(ctx, tx, report)
	_ = hold(ctx, tx, again)
	_ = hold(ctx, tx, evict)
}

const (
	classOrders int32 = 31
	classUsers  int32 = 31
)

func holdOne(ctx context.Context, tx pgx.Tx, class, id int32) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, $2)", class, id)
	return err
}

func classes(ctx context.Context, tx pgx.Tx, order, user int32) {
	_ = holdOne(ctx, tx, classOrders, order)
	_ = holdOne(ctx, tx, classUsers, user) // want `locks classOrders of line 50 and classUsers have the same key "31, \{\}"`
}
