// Package localmutex defines an Analyzer that reports rows of a shared store
// that only a mutex of the process guards.
//
// # Analyzer localmutex
//
// localmutex: report read-then-write on a shared store under a mutex that other processes do not see
//
// A sync.Mutex, a map of mutexes, a channel used as one: they make the
// goroutines of one process wait. A database serves all processes. Where a
// section reads a row, decides on it and writes, and the mutex is the only
// thing that keeps others out, it works until the second replica starts:
//
//	replica A                      replica B
//	mu.Lock
//	SELECT qty        -> 1
//	                               mu.Lock (its own)
//	                               SELECT qty        -> 1
//	UPDATE qty = 0
//	mu.Unlock
//	                               UPDATE qty = 0
//	                               mu.Unlock
//
// Two orders, one piece. Nothing fails and nothing is logged. A rolling
// deployment is enough: for a minute both versions run.
//
// The finding points at the Lock call. Its timeline names the read and the
// write.
//
//	read-modify-write  the written value is computed from what was read
//	                   under the mutex (likely)
//	check-then-write   whether it is written depends on what was read
//	                   (likely)
//	singleton          TryLock gates a job that writes to the store (review)
//	write-only         several writes under a package-level mutex, with no
//	                   read (review)
//
// Flagged (read-modify-write):
//
//	s.mu.Lock() // another process reads the same row
//	defer s.mu.Unlock()
//	var st Stock
//	if err := s.db.First(&st, "product_id = ?", id).Error; err != nil {
//		return err
//	}
//	st.Qty -= n
//	return s.db.Save(&st).Error
//
// Mended: the statement itself takes care of others, and the row count says
// whether it did anything. No lock is needed.
//
//	res := s.db.Model(&Stock{}).Where("product_id = ? AND qty >= ?", id, n).
//		Update("qty", gorm.Expr("qty - ?", n))
//	if res.Error != nil {
//		return res.Error
//	}
//	if res.RowsAffected == 0 {
//		return errShort
//	}
//
// Mended: the row is locked for the length of the transaction.
//
//	return s.db.Transaction(func(tx *gorm.DB) error {
//		var st Stock
//		err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&st, "product_id = ?", id).Error
//		...
//		return tx.Model(&st).Update("qty", st.Qty-n).Error
//	})
//
// Flagged (check-then-write): two processes find nothing and both insert.
//
//	mu.Lock()
//	defer mu.Unlock()
//	v, err := find(ctx, name)
//	if errors.Is(err, sql.ErrNoRows) {
//		return insert(ctx, name)
//	}
//
// Mended: a unique index, and an insert that leaves the decision to it.
//
//	INSERT INTO versions (name) VALUES ($1) ON CONFLICT (name) DO NOTHING
//
// Where neither fits, take a lock that all processes see: a row or advisory
// lock of the database, or a lease in Redis or etcd.
//
// A project that runs in one process only says so in its configuration:
// replicas: 1 turns the rule off.
//
// The analyzer is silent where
//
//   - the store is of this process alone: SQLite, bbolt, Badger, a map;
//   - the section only reads, or its region has ended before the write, or
//     the write runs in another goroutine;
//   - the mutex guards memory too: the section assigns to fields beside it (a
//     cache, a map), or to package variables where the mutex is one;
//   - the mutex stands beside the one connection that the statement runs on
//     (*sql.Conn), which two goroutines must not use at once;
//   - a lease, session or transaction lock is held too, or the rows were
//     locked by SELECT ... FOR UPDATE in a transaction that is open still (on
//     the pool they are free when the statement is over), or the transaction
//     is serializable;
//   - the write is conditional (WHERE version = ?, qty >= ?) and its row
//     count is looked at, or it is atomic by itself (an upsert, x = x + ?,
//     INCR);
//   - the violation of a unique constraint is handled;
//   - what is read and what is written are in different tables or keys, or
//     the write depends on nothing that was read;
//   - it is unknown what a call does.
//
// It does not know whether the program runs more than once, and what a
// function behind an interface does whose implementations it does not see.
package localmutex
