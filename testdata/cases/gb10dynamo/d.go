// Case gb10dynamo: dynamolock, a lease in a table of DynamoDB that the library renews.
package gb10dynamo

import (
	"database/sql"
	"errors"
	"log"

	"cirello.io/dynamolock/v2"
)

type Exporter struct {
	c  *dynamolock.Client
	db *sql.DB
}

func (e *Exporter) export() error {
	_, err := e.db.Exec("UPDATE exports SET n = n + 1")
	return err
}

// Left leaves the lock behind when the export fails.
func (e *Exporter) Left() error {
	l, err := e.c.AcquireLock("export") //bug:leakedlock/early-return
	if err != nil {
		return err
	}
	if err := e.export(); err != nil {
		return err
	}
	_, err = e.c.ReleaseLock(l)
	return err
}

// Early crashes: there is no lock to release.
func (e *Exporter) Early() error {
	l, err := e.c.AcquireLock("export")
	defer l.Close() //bug:leakedlock/early-defer
	if err != nil {
		return err
	}
	return e.export()
}

// Logged goes on without.
func (e *Exporter) Logged() error {
	l, err := e.c.AcquireLock("export", dynamolock.FailIfLocked()) //bug:uncheckedlock/fallthrough
	if err != nil {
		log.Println("lock:", err)
	}
	defer e.c.ReleaseLock(l)
	return e.export()
}

// Right.
func (e *Exporter) Right() (err error) {
	l, err := e.c.AcquireLock("export")
	if err != nil {
		return err
	}
	defer func() {
		ok, rerr := e.c.ReleaseLock(l)
		if rerr == nil && !ok {
			rerr = errors.New("the lock was lost")
		}
		err = errors.Join(err, rerr)
	}()
	return e.export()
}
