package store

import "context"

// Stock reads and writes the stock in the unit of work of the context.
type Stock struct{}

// Qty returns how many pieces of a product there are.
func (Stock) Qty(ctx context.Context, product int64) (qty int, err error) {
	err = current(ctx).tx.QueryRowContext(ctx, "SELECT qty FROM stock WHERE product_id = $1", product).Scan(&qty)
	return qty, err
}

// SetQty stores how many there are.
func (Stock) SetQty(ctx context.Context, product int64, qty int) error {
	_, err := current(ctx).tx.ExecContext(ctx, "UPDATE stock SET qty = $2 WHERE product_id = $1", product, qty)
	return err
}

// Receive writes a delivery down.
func (Stock) Receive(ctx context.Context, delivery, product int64, qty int) error {
	_, err := current(ctx).tx.ExecContext(ctx,
		"INSERT INTO deliveries (id, product_id, qty) VALUES ($1, $2, $3)", delivery, product, qty)
	return err
}
