// Package lockkeys builds the names of locks, and does nothing else: nobody has to follow its flow.
package lockkeys

import (
	"fmt"
	"strconv"
	"strings"
)

// Audit is the number of a lock.
const Audit int64 = 4912

// CartFormat names the lock of a cart.
const CartFormat = "lock:cart:%d"

// Order names the lock of an order.
func Order(id int64) string { return fmt.Sprintf("lock:order:%d", id) }

// Pay names the lock of an order's payment.
func Pay(id int64) string { return "order:" + strconv.FormatInt(id, 10) + ":pay" }

// Refund names the lock of one item of a refund.
func Refund(item, order int64) string { return fmt.Sprintf("lock:refund:%d:%d", order, item) }

// User names the lock of a user.
func User(name string) string {
	key := strings.Join([]string{"lock", "user", name}, ":")
	return key
}

// Tenant is the number of a tenant's lock.
func Tenant(id int64) int64 { return 70_000 + id }

// Of is the way to build a key from parts.
func Of(parts ...string) string { return "shop:" + strings.Join(parts, ":") }
