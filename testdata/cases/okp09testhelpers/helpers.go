// Case okp09testhelpers: test fixtures run in transactions that are rolled back in the end; process locks keep tests that share a database apart.
package okp09testhelpers

import (
	"context"
	"database/sql"
	"sync"
	"testing"

	"gorm.io/gorm"
)

var (
	suiteMu sync.Mutex
	seedMu  sync.Mutex
)

// Tx begins a transaction that the test's end rolls back.
func Tx(t testing.TB, db *sql.DB) *sql.Tx {
	t.Helper()
	suiteMu.Lock()
	t.Cleanup(suiteMu.Unlock)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	return tx
}

// Seed inserts rows into a transaction of a test that is going to be rolled back.
func seed(t testing.TB, tx *sql.Tx) {
	seedMu.Lock()
	defer seedMu.Unlock() //may:unlockbeforecommit
	if _, err := tx.Exec("INSERT INTO users (id) VALUES (1)"); err != nil {
		t.Fatal(err)
	}
}

func Fixture(t *testing.T, db *sql.DB) {
	tx := Tx(t, db)
	seed(t, tx)
}

// Rolled runs a function in a transaction that always ends in a rollback.
func Rolled(db *gorm.DB, fn func(tx *gorm.DB)) {
	tx := db.Begin()
	defer tx.Rollback()
	fn(tx)
}

func Example(db *gorm.DB) {
	Rolled(db, func(tx *gorm.DB) {
		seedMu.Lock()
		defer seedMu.Unlock()
		tx.Exec("INSERT INTO users (id) VALUES (1)")
	})
}

type errRollback struct{}

func (errRollback) Error() string { return "rollback" }

// Always returns an error so that the runner rolls back.
func Always(db *gorm.DB, fn func(tx *gorm.DB)) {
	_ = db.Transaction(func(tx *gorm.DB) error {
		seedMu.Lock()
		defer seedMu.Unlock()
		tx.Exec("DELETE FROM users")
		fn(tx)
		return errRollback{}
	})
}

// Suite has the transaction in a field, set up and torn down around each test.
type Suite struct {
	mu sync.Mutex
	db *sql.DB
	tx *sql.Tx
}

func (s *Suite) SetupTest() {
	s.mu.Lock()
	s.tx, _ = s.db.BeginTx(context.Background(), nil)
}

func (s *Suite) Insert(id int) {
	_, _ = s.tx.Exec("INSERT INTO users (id) VALUES ($1)", id)
}

func (s *Suite) TearDownTest() {
	_ = s.tx.Rollback()
	s.mu.Unlock()
}
