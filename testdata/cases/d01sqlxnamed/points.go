// Case d01sqlxnamed: commit or rollback in the first defer, the mutex's unlock in the second.
package d01sqlxnamed

import (
	"context"
	"sync"

	"github.com/jmoiron/sqlx"
)

type Points struct {
	db *sqlx.DB
	mu *sync.Mutex
}

func (p *Points) Add(ctx context.Context, user int64, n int) (total int, err error) {
	tx, err := p.db.BeginTxx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			if rerr := tx.Rollback(); rerr != nil {
				err = rerr
			}
		} else {
			err = tx.Commit()
		}
	}()

	p.mu.Lock()         //bug:localmutex/read-modify-write
	defer p.mu.Unlock() //bug:unlockbeforecommit/defer-order

	if err = tx.GetContext(ctx, &total, tx.Rebind("SELECT points FROM users WHERE id = ?"), user); err != nil {
		return 0, err
	}
	total += n
	_, err = tx.ExecContext(ctx, tx.Rebind("UPDATE users SET points = ? WHERE id = ?"), total, user)
	return total, err
}

func (p *Points) AddRight(ctx context.Context, user int64, n int) (err error) {
	p.mu.Lock() //may:localmutex
	defer p.mu.Unlock()
	tx, err := p.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	_, err = tx.ExecContext(ctx, "UPDATE users SET points = points + ? WHERE id = ?", n, user)
	return err
}
