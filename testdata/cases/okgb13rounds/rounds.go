// Case okgb13rounds: a loop whose answer is that of the round before, on which an analysis must not turn in circles.
package okgb13rounds

import "net"

func dial(addr string) (net.Conn, bool) {
	c, err := net.Dial("tcp", addr)
	return c, err == nil
}

// Turn keeps the answer from round to round.
func Turn(n int) bool {
	var ok bool
	for !ok {
		if n > 3 {
			_, ok = dial("localhost:1")
		}
		n++
	}
	return ok
}
