// Package keys has the keys of orders.
package keys

// Order is the key of an order.
func Order(id string) string { return "order:" + id }
