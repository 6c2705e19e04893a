// Package entclient works through a client that ent generated. What that does is not read from its body.
package entclient

import (
	"context"

	"entclient/ent"
	"entclient/ent/stock"
)

// WithTx is the helper of ent's documentation.
func WithTx(ctx context.Context, client *ent.Client, fn func(tx *ent.Tx) error) error { // want WithTx:`^r0 not nil \| begin new0; run p2\(new0\) is not nil; rollback new0; r0 not nil \| begin new0; run p2\(new0\) is nil; commit new0$`
	tx, err := client.Tx(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil {
			tx.Rollback()
			panic(v)
		}
	}()
	if err := fn(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Begin gives the client of the transaction.
func Begin(ctx context.Context, client *ent.Client) (*ent.Tx, *ent.Client, error) { // want Begin:`^r0=nil; r1=nil; r0 nil; r1 nil; r2 not nil \| begin r0; r2=nil; r0 not nil; r1 not nil; r2 nil$`
	tx, err := client.Tx(ctx)
	if err != nil {
		return nil, nil, err
	}
	return tx, tx.Client(), nil
}

// Take writes with the client that it is given: that of a transaction or not.
func Take(ctx context.Context, client *ent.Client, sku string, n int) error { // want Take:`^write p1 stocks$`
	_, err := client.Stock.Update().Where(stock.Sku(sku), stock.QtyGTE(n)).AddQty(-n).Save(ctx)
	return err
}

// TakeIn does it in a transaction.
func TakeIn(ctx context.Context, tx *ent.Tx, sku string, n int) error { // want TakeIn:`^write p1 stocks$`
	return Take(ctx, tx.Client(), sku, n)
}

// Entity writes through the row that it read: the row keeps the transaction.
func Entity(ctx context.Context, tx *ent.Tx, id, n int) error { // want Entity:`^read p1 stocks; write p1 stocks$`
	row, err := tx.Stock.Get(ctx, id)
	if err != nil {
		return err
	}
	return row.Update().SetQty(n).Exec(ctx)
}

// Given writes through a row that its caller read.
func Given(ctx context.Context, row *ent.Stock, n int) error { // want Given:`^write p1\.config stocks$`
	return row.Update().SetQty(n).Exec(ctx)
}

// Raw runs text on the client.
func Raw(ctx context.Context, client *ent.Client) error { // want Raw:`^acquire session key "7" on p1; r0 nil \| missed failed session key "7" on p1; r0 not nil$`
	_, err := client.ExecContext(ctx, "SELECT pg_advisory_lock(7)")
	return err
}

// Extra calls what was written by hand beside the generated code.
func Extra(ctx context.Context, client *ent.Client) error { return client.Reserve(ctx, 1) } // want Extra:`^write p1 stocks$`

// FromCtx takes the transaction from the context.
func FromCtx(ctx context.Context, client *ent.Client, sku string) error { // want FromCtx:`^write p0\.value\("zero entclient/ent\.txCtxKey"\) stocks; write p1 stocks$`
	if tx := ent.TxFromContext(ctx); tx != nil {
		client = tx.Client()
	}
	_, err := client.Stock.Delete().Where(stock.Sku(sku)).Exec(ctx)
	return err
}

// Ender ends a transaction, behind an interface of this package.
type Ender interface {
	Commit() error
	Rollback() error
}

// Finish ends what is behind the interface.
func Finish(e Ender, err error) error { // want Finish:`^if p1 not nil; rollback p0; r0=p1; r0 not nil \| if p1 nil; commit p0$`
	if err != nil {
		e.Rollback()
		return err
	}
	return e.Commit()
}

// Hooked hands the release to a hook.
func Hooked(tx *ent.Tx, unlock func()) { // want Hooked:`^spawn p1$`
	tx.OnCommit(func(next ent.Committer) ent.Committer {
		return ent.CommitFunc(func(ctx context.Context, tx *ent.Tx) error {
			err := next.Commit(ctx, tx)
			unlock()
			return err
		})
	})
}
