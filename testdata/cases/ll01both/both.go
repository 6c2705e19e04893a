// Case ll01both: a transfer takes the locks of two accounts, and returns with both of them where there is not enough money.
package ll01both

import (
	"errors"
	"sync"
)

type Account struct {
	mu      sync.Mutex
	balance int
}

var ErrPoor = errors.New("not enough money")

// Transfer forgets both locks where it refuses.
func Transfer(from, to *Account, amount int) error {
	from.mu.Lock() //bug:leakedlock/early-return
	to.mu.Lock()   //bug:leakedlock/early-return
	if from.balance < amount {
		return ErrPoor
	}
	from.balance -= amount
	to.balance += amount
	to.mu.Unlock()
	from.mu.Unlock()
	return nil
}

// TransferRight gives both back.
func TransferRight(from, to *Account, amount int) error {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	if from.balance < amount {
		return ErrPoor
	}
	from.balance -= amount
	to.balance += amount
	return nil
}
