package lock

import "fmt"

// InvoiceSeries is the advisory lock of the invoice numbers, which must have no gaps.
const InvoiceSeries int64 = 7301

// ProductKey guards the stock of one product.
func ProductKey(product int64) string { return fmt.Sprintf("lock:product:%d", product) }

// OrderKey guards the status of one order.
func OrderKey(order int64) string { return fmt.Sprintf("lock:order:%d", order) }

// PaymentKey guards the sums of one payment.
func PaymentKey(payment int64) string { return fmt.Sprintf("lock:payment:%d", payment) }

// CouponKey guards the uses of one coupon.
func CouponKey(code string) string { return "lock:coupon:" + code }
