package ent

import "context"

// Reserve stands beside what is generated, and is followed.
func (c *Client) Reserve(ctx context.Context, n int) error { // want Reserve:`^write p0 stocks$`
	_, err := c.Stock.Create().SetQty(n).Save(ctx)
	return err
}
