package summary

// Traits say how a statement takes care of others by itself, and what is known of it beside that.
type Traits uint32

// The traits.
const (
	Relative    Traits = 1 << iota // Write: computed from the old value inside the store
	Upsert                         // Write: inserts what is not there yet
	Overwrites                     // Write: an upsert that replaces what is there with what it is given
	Guarded                        // Write: takes effect only where the rows still are as expected
	Counted                        // Write: the code looks at how many rows were changed
	Unique                         // Write: the violation of a unique constraint is handled
	RowLock                        // Read: locks the rows until the transaction ends; Begin: serializable
	OnData                         // Write: the written value depends on an earlier read inside of the call
	OnCheck                        // Write: whether it happens depends on one
	Decides                        // Read: the function called returns an error of its own because of the answer
	ValueKnown                     // Write: Value says it; else it is not known which of the arguments are written
	Schema                         // Write: of tables and columns, not of rows
	KeysOnly                       // Read: asks for keys alone, which never change
	Try                            // Acquire: gives up at once where the lock is busy
	Renews                         // Acquire: something renews the lease
	SignalLost                     // Acquire: what tells that the lock was lost is dropped
	Dropped                        // Extend: nobody looks at how it went
	HasSignal                      // Acquire: the library tells, to those who ask, when the lock is lost
	Repeats                        // Read, Write, Outbound: in a loop
	Loops                          // Read, Write, Outbound: in a loop that no constant bounds
	Watchdog                       // Acquire: renewed where its life is not positive, and only there
	LifeGiven                      // Acquire: the function that takes the lock gives it its life
	Waits                          // Acquire: the call waits where the lock is busy
	EndsWithCtx                    // Acquire: the context that limits the wait ends the lock too
	TokenGiven                     // Release: the caller says what proves ownership
	TableLock                      // Read: locks the table until the transaction ends
	RowShare                       // Read: with RowLock: a reader's lock, which others may have too
	AnyTable                       // Read: with RowLock: of which table is known only when the program runs
	Compared                       // Release: a value read from the key before is compared with something
)

// Has tells that all of the traits are there.
func (t Traits) Has(all Traits) bool { return t&all == all }

// Locking tells a statement that locks rows, or a table, whether in a transaction or not.
func (e Event) Locking() bool { return e.Kind == Read && e.Traits&(RowLock|TableLock) != 0 }

// A Use is a part of what a call is given: argument Arg, receiver first, or element Elem-1 of it where Elem is not
// zero and the argument is a list that the call site made, or its field Field where that is not empty.
type Use struct {
	Arg, Elem int
	Field     string
}
