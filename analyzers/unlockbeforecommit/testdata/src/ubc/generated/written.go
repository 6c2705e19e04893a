package generated

import (
	"database/sql"
	"sync"
)

func Written(mu *sync.Mutex, tx *sql.Tx) error {
	mu.Lock()
	tx.Exec("DELETE FROM carts")
	mu.Unlock() // want `^mutex mu is released before the transaction commits at line 12.*\(unlockbeforecommit/order\)$`
	return tx.Commit()
}
