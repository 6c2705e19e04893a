// Package catalog says, as data, what the functions of known libraries do to locks, transactions,
// stores and the network. One file holds the entries of one library; a test checks every entry
// against the real library.
//
// An entry names places of a call: the receiver, an argument, a result. Nothing here looks at code.
package catalog

import "time"

// A PlaceKind says where in a call something lives.
type PlaceKind uint8

// The kinds of places.
const (
	Nowhere    PlaceKind = iota // not there
	AtRecv                      // the receiver
	AtArg                       // argument Index, the receiver not counted
	AtResult                    // result Index
	AtArgOf                     // parameter Param of the function value given as argument Index
	AtOption                    // argument Param of the functional option Name among the variadic arguments
	AtPointee                   // what the pointer given as argument Index points to after the call (Scan targets: Index and all after it)
	AtConstant                  // the constant text Name
)

// A Place is where in a call something lives. Field, when not empty, selects inside of it:
// an exported field ("TTL"), a path of them ("Options.TTL"), or one of the virtual fields of a
// command, row or result that is looked at later: "ok" (the answer), "err", "rows" (how many rows were changed).
//
// A place at a variadic parameter stands for the whole slice; of a slice of keys the first is the key.
type Place struct {
	Kind         PlaceKind
	Index, Param int
	Name         string
	Field        string
}

// Recv is the receiver.
var Recv = Place{Kind: AtRecv}

// Arg is argument i, the receiver not counted.
func Arg(i int) Place { return Place{Kind: AtArg, Index: i} }

// Result is result i.
func Result(i int) Place { return Place{Kind: AtResult, Index: i} }

// ArgOf is parameter param of the function given as argument i.
func ArgOf(i, param int) Place { return Place{Kind: AtArgOf, Index: i, Param: param} }

// Option is argument arg of the functional option name ("WithExpiry"), wherever it stands among the arguments.
func Option(name string, arg int) Place { return Place{Kind: AtOption, Name: name, Param: arg} }

// Pointee is what argument i points to after the call.
func Pointee(i int) Place { return Place{Kind: AtPointee, Index: i} }

// Constant is a text that the library itself fixes.
func Constant(text string) Place { return Place{Kind: AtConstant, Name: text} }

// Dot selects a field of p.
func (p Place) Dot(field string) Place { p.Field = field; return p }

// IsZero tells that there is no such place.
func (p Place) IsZero() bool { return p.Kind == Nowhere }

// A Role is what a function does.
type Role uint8

// The roles.
const (
	NoRole       Role = iota
	NewLock           // makes the handle of a lock and does not take it: Lock (a result), Key, TTL
	Acquire           // waits for a lock: Lock or Key, Kind, TTL, Token, Ctx; held where Err is nil and OK is true (each if given)
	TryAcquire        // as Acquire, but busy at once: OK false (Err nil), or Err with Busy
	Release           // gives a lock back: Lock or Key, Token (compared), Ctx
	Delete            // deletes a key of a store, whoever set it: Key
	Extend            // renews a lease: Lock or Key, TTL
	Begin             // opens a transaction: Handle begins it, Tx is the new one; open where Err is nil
	Commit            // ends the transaction Tx
	Rollback          // ends it without effect
	RunInTx           // runs Func in a transaction of Handle; Tx is its parameter (ArgOf); commits where it returned a nil error, rolls back elsewhere
	RunPinned         // runs Func on one connection of Handle; Tx is its parameter: no transaction
	RunInLock         // runs Func under the lock Key
	Pin               // takes one connection out of a pool: Handle, Tx is the connection
	Unpin             // gives the connection Tx back
	Statement         // runs the SQL text SQL on Handle; SQL arguments begin at argument Args; Answer says how the row is seen
	Scan              // looks at the row or command Recv: its answer goes to Into, Err tells
	Read              // reads a store without SQL text: Handle, Table
	Write             // writes a store without SQL text: Handle, Table
	Derive            // Result(0) is the same handle as Handle (WithContext, Model, Where ...); without a Handle it begins a builder. SQL is a piece of the text that is built
	Accessor          // results are parts of the receiver: Returns
	Script            // runs a script: SQL is its text, Key its first key, Token its first argument
	Hook              // registers Func to run after the transaction Tx has ended
	Hijack            // takes the connection Tx away from its pool: Result(0) is it; with Func: only if Func returns driver.ErrBadConn, the connection is then closed
	Open              // opens a pool or client: Result(0), Err; Driver names the driver where the function does not fix it
	Close             // closes the pool or connection Handle: session locks on it end
	Next              // moves the rows Handle on: part of the statement, not a statement
	Text              // Result(0) is the SQL text SQL, changed in its placeholders only, or an expression made of it
	Command           // sends a command given as words, the first at argument Args, or Built before: Entry.Command tells what it does. OK, where given: a nil answer is no error
	NewSession        // makes a session on which leases hang: Result(0), TTL, Err; it is the Handle of a NewLock
	EndSession        // ends the session Handle: its locks are released
	LossSignal        // Result(0) is a channel or context that ends when the session or lock Handle is lost
	StartRenewal      // begins to renew Lock in the background; Result(0), where there is one, tells of the loss
	Calls             // calls Func before it returns, if at all
	Spawns            // calls Func in another goroutine
	Outbound          // calls another program and waits for it; see [Entry.Protocol] for what bounds the wait
	SetTimeout        // bounds the later calls of Handle: Timeout, a time.Duration or the time.Time at which they end; zero takes the bound away
	Carry             // Result(0), and Handle where there is one, carries Ctx, or none: an Outbound call whose Carrier it is ends with it
	Word              // builds a command: Result(0) is that of Handle with Words behind it; a Command with Built sends it
	SetTTL            // gives the lock or client Handle the life TTL for what is acquired after the call
)

// An Answer is how the row that a statement yields is seen.
type Answer uint8

// The answers.
const (
	NoAnswer Answer = iota // lost (Exec), or there is none
	Later                  // Result(0) is a row, rows, command or pending statement: Scan or Accessor looks at it
	Direct                 // in Into when the call returns
)

// A LockKind is how far a lock reaches and what ends it.
type LockKind uint8

// The kinds of locks, as in RULES.md.
const (
	UnknownKind LockKind = iota
	Process              // dies with the process
	Lease                // can expire while the holder works
	Session              // belongs to one connection
	Transaction          // released by commit or rollback
)

// A Scope is what a database handle stands for.
type Scope uint8

// The scopes of handles.
const (
	AnyScope    Scope = iota // the type does not say (*gorm.DB)
	PoolScope                // many connections
	PinnedScope              // one connection
	TxScope                  // one transaction
)

// A Store is where data lives.
type Store uint8

// The stores.
const (
	NoStore Store = iota
	SQL
	Redis
	Mongo
	Etcd
	Embedded // of this process alone
	Consul
	ZooKeeper
	Dynamo
)

// An Entry says what one function of a library does. A field that does not apply is zero.
type Entry struct {
	At   string   `hidden:"true"`   // where the user wrote it, "FILE:LINE:COLUMN"; "" for what locklint knows by itself
	Pkg  string   `required:"true"` // import path
	Recv []string // names of the receiver types whose method it is (types or interfaces, unexported ones too); without it, a function
	Name string   `required:"true"` // of the function or method

	Role  Role     `required:"true"` // what it does
	Kind  LockKind // of the lock
	Store Store    // what it works on, or where the lock lives

	Lock   Place // the lock's handle
	Key    Place // the lock's key, or the key in a store
	Token  Place // what proves ownership
	TTL    Place // a time.Duration, or seconds where TTLUnit says so
	Ctx    Place // the context
	Handle Place // the database handle that is used
	Tx     Place // the transaction or connection that comes out or is ended
	SQL    Place // SQL text or script
	Args   int   // index of the first SQL argument (variadic); 0: none
	Func   Place // the function value that is run; on a Read: called with each batch, Tx its handle
	Into   Place // where the answer is written
	OK     Place // a bool that says yes
	Err    Place // an error that says no
	Table  Place // a value whose type or text names the table
	Value  Place // Write: what is written
	Cond   Place // a condition on the rows: SQL text, a struct or a map; its arguments begin at Args (0: in the same variadic slice, behind it). On a Derive: the arguments only select
	Driver Place // Open: the name of the driver, or a value whose package says it

	If        Place  // with IfText: the role holds only where this place is that constant ...
	IfText    string // the constant, in any case of letters
	Else      Role   // ... and this one holds elsewhere
	Isolation Place  // Begin, RunInTx: the isolation level

	Returns    []Place       // Accessor: what each result is
	Shared     bool          // a reader's lock
	Renews     bool          // the library renews the lease by itself
	Watchdog   bool          // it does so where the TTL that it is given is not positive, and only there
	Busy       string        // the error variable of the library that means busy ("ErrNotObtained")
	DefaultTTL time.Duration // the library's own when TTL is not given; without it, none or unknown
	TTLUnit    time.Duration // unit of TTL when it is a number; without it, a time.Duration
	Locking    bool          // Derive: an argument of a type with RowLock or Upsert makes the statement that follows lock its rows, or upsert
	Terminal   bool          // Statement, Read, Write, Script: runs at once (false: on a later call with the result as its handle)
	Outcome    []string      // errors that mean "no row" and the like: "ErrNoRows", or with their package: "database/sql.ErrNoRows"
	Answer     Answer        // Statement, Read, Script: how the answer is seen
	Named      bool          // the one argument at Args is a struct or map with the named parameters
	Reads      bool          // Scan, Derive, Accessor: reads the store itself where no statement is pending on Handle; Write: reads as well
	Atomic     bool          // Write, Derive: computed from the old value inside the store (INCR), so that nothing read before is lost
	Guarded    bool          // Write, Derive: takes effect only where the store found a condition true
	Savepoint  bool          // Begin, RunInTx: on a transaction it makes a savepoint; its end commits nothing
	Once       bool          // Calls: the first time only
	Retries    bool          // waits for a busy lock only so long or so often, then fails: Err with Busy

	Wait   Place   // TryAcquire: waits for a busy lock where this is given
	Within Place   // a ctx: where it carries a transaction (RunInTx gave it as Tx, or beside it), the call works on that
	Signal Place   // Acquire, TryAcquire: a channel or context that ends when the lock is lost
	Unlock Place   // Acquire, TryAcquire: a function value that gives the lock back
	Words  []Place // Word: constants and arguments; a place at a variadic parameter stands for all of its elements
	Built  Place   // Command: a built command; an Arg(i) in what Entry.Command gives back is then word i of it

	// Protocol is what an Outbound call speaks: "http", "tcp", "grpc". The call is bounded if one of these is true,
	// looked at in this order; it may block for ever if none is.
	//   - Ctx, or the context that Carrier carries, has a deadline.
	//   - Timeout is given and is not zero.
	//   - One of TimeoutFields is not zero in Client; where Client is not a value that is seen being made, nothing is
	//     known (it may be bounded). A SetTimeout on Client, or on Handle, counts as such a field.
	//   - DefaultBound is not zero: the library's own limit, for a Client whose TimeoutFields are left alone.
	Protocol      string
	Client        Place         // the value whose fields bound the call; its Handle where that is the same
	ClientType    string        // the name of its type, where it is not the receiver
	ClientVar     string        // a variable of the package that holds the client, where the call names none
	Opens         bool          // Outbound, Open: Result(0) is a client or connection whose calls nothing bounds until a SetTimeout does
	TimeoutFields []string      // exported fields of Client that are a time.Duration or a time.Time, or paths of them
	Timeout       Place         // a time.Duration that bounds the call, a number where TTLUnit says of what
	Carrier       Place         // a value that a Carry made: a request, a command
	DefaultBound  time.Duration // the library's own limit
}

// A TypeEntry says what values of one library type are.
type TypeEntry struct {
	At        string   `hidden:"true"`   // where the user wrote it
	Pkg       string   `required:"true"` // import path
	Name      string   `required:"true"` // of the type
	Scope     Scope    // what a database handle stands for
	Store     Store    // what a handle leads to
	Kind      LockKind // of a lock's handle
	Renews    bool     // of a lock's handle: the library renews it
	Buffered  bool     // commands given to it run later, in one go
	RowLock   bool     // a clause that locks rows
	Upsert    bool     // a clause that makes an insert an upsert
	ErrField  string   // the field that holds the error of what was done with it ("Error")
	RowsField string   // the field that holds how many rows were changed ("RowsAffected")
	Same      []string // embedded fields that are the same handle

	HandleField string // the values are data that keep, in this field, the handle they came through
}

// A Meaning is what an error of a library says.
type Meaning uint8

// The meanings.
const (
	NoMeaning Meaning = iota
	NoRow             // nothing was found
	Busy              // somebody else holds the lock
	Lost              // the lock is not held any more
	Duplicate         // a unique constraint was violated
	Ended             // the transaction or connection had ended before
	Discard           // makes database/sql throw the connection away
)

// An ErrEntry says what an error variable, constant or type of a library means.
type ErrEntry struct {
	Pkg, Name string
	Meaning   Meaning
}

// places are all places of the entry.
func (e *Entry) places() []*Place {
	out := []*Place{&e.Lock, &e.Key, &e.Token, &e.TTL, &e.Ctx, &e.Handle, &e.Tx, &e.SQL, &e.Func, &e.Into, &e.OK, &e.Err, &e.Table, &e.Value,
		&e.Cond, &e.Driver, &e.If, &e.Isolation, &e.Wait, &e.Within, &e.Signal, &e.Unlock, &e.Built, &e.Client, &e.Timeout, &e.Carrier}
	for i := range e.Returns {
		out = append(out, &e.Returns[i])
	}
	for i := range e.Words {
		out = append(out, &e.Words[i])
	}
	return out
}
