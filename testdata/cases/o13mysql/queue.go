// Case o13mysql: GET_LOCK and RELEASE_LOCK run on the transaction, the release before Commit.
package o13mysql

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"
)

func Pop(ctx context.Context, db *sql.DB, queue string) (id int64, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	var got sql.NullInt64
	if err := tx.QueryRowContext(ctx, "SELECT GET_LOCK(?, 5)", "queue:"+queue).Scan(&got); err != nil { //bug:leakedlock/early-return
		return 0, err
	}
	if got.Int64 != 1 {
		return 0, errors.New("queue is busy")
	}
	if err := tx.QueryRowContext(ctx, "SELECT id FROM jobs WHERE queue = ? AND state = 'new' LIMIT 1", queue).Scan(&id); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET state = 'taken' WHERE id = ?", id); err != nil {
		return 0, err
	}
	var freed sql.NullInt64
	if err := tx.QueryRowContext(ctx, "SELECT RELEASE_LOCK(?)", "queue:"+queue).Scan(&freed); err != nil { //bug:unlockbeforecommit/session
		return 0, err
	}
	return id, tx.Commit()
}

type Job struct {
	ID    int64
	State string
}

func PopGorm(db *gorm.DB, queue string) (*Job, error) {
	var job Job
	err := db.Transaction(func(tx *gorm.DB) error {
		var got int
		if err := tx.Raw("SELECT GET_LOCK(?, ?)", "queue:"+queue, 10).Scan(&got).Error; err != nil { //may:keytemplate
			return err
		}
		if got != 1 {
			return errors.New("queue is busy")
		}
		defer func() { //bug:unlockbeforecommit/session
			var n int
			tx.Raw("SELECT RELEASE_LOCK(?)", "queue:"+queue).Scan(&n)
		}()
		if err := tx.Where("queue = ? AND state = ?", queue, "new").First(&job).Error; err != nil {
			return err
		}
		return tx.Model(&job).Update("state", "taken").Error
	})
	if err != nil {
		return nil, err
	}
	return &job, nil
}

func PopPinned(db *gorm.DB, queue string) error {
	return db.Connection(func(conn *gorm.DB) error {
		var got int
		if err := conn.Raw("SELECT GET_LOCK(?, ?)", "queue:"+queue, 10).Scan(&got).Error; err != nil { //may:keytemplate
			return err
		}
		if got != 1 {
			return errors.New("queue is busy")
		}
		defer func() {
			var n int
			conn.Raw("SELECT RELEASE_LOCK(?)", "queue:"+queue).Scan(&n)
		}()
		return conn.Transaction(func(tx *gorm.DB) error {
			return tx.Exec("UPDATE jobs SET state = 'taken' WHERE queue = ?", queue).Error
		})
	})
}
