// Package summary holds the types of what a function does to locks, transactions and stores, in
// terms of its parameters, receiver, results and package variables, so that a caller can do the
// same without seeing the body. A summary is a few cases; a case is one way through the function:
// what must be so for it to be taken, what happens in order, and what its results then are.
package summary

import (
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
)

// A Truth is what is known of a value on one path.
type Truth uint8

// What can be known.
const (
	Unknown Truth = iota
	IsTrue
	IsFalse
	IsNil
	NotNil
)

// Opposite is what holds on the other branch.
func (t Truth) Opposite() Truth {
	switch t {
	case IsTrue:
		return IsFalse
	case IsFalse:
		return IsTrue
	case IsNil:
		return NotNil
	case NotNil:
		return IsNil
	}
	return Unknown
}

func (t Truth) String() string {
	return [...]string{"?", "true", "false", "nil", "not nil"}[t]
}

// A Cond is what is known of one value.
type Cond struct {
	X  *Expr
	Is Truth
}

// A Kind is what happens in an event.
type Kind uint8

// The events.
const (
	Acquire    Kind = iota + 1 // Lock is held from here on
	Release                    // and here no more
	Begin                      // Handle is an open transaction from here on
	Commit                     // of Handle
	Rollback                   // of Handle
	Read                       // Handle reads Table
	Write                      // Handle writes Table
	Run                        // the function value Func, which the caller gave, is run with Args
	Spawn                      // it is run at another time: in another goroutine, or by somebody who keeps it
	Pin                        // Handle is a connection that was taken out of the pool On
	Unpin                      // and goes back to it
	Close                      // Handle, a connection or pool, is closed: session locks on it end
	Missed                     // Lock was not obtained, because of Why
	Unreleased                 // an attempt to release Lock failed: it is still held
	Outbound                   // another program is called and waited for, see [OutCall]
	Extend                     // the lease of Lock lives TTL from here on
	Wait                       // time passes, as long as the one limit of the [OutCall] says
	HandOff                    // Lock, which the caller knows, is given back at another time: in another goroutine, or by somebody who keeps a function
)

func (k Kind) String() string {
	return [...]string{"", "acquire", "release", "begin", "commit", "rollback", "read", "write", "run", "spawn", "pin", "unpin", "close", "missed", "unreleased", "outbound", "extend", "wait", "hand off"}[k]
}

// A Lock says which lock an event is about. Two are the same lock where their handles are equal, or
// their keys in the same place.
type Lock struct {
	Handle *Expr // the mutex, or the library's lock value; nil where the key alone names it
	Key    *Expr // the key; nil where there is none or it is unknown
	Conn   *Expr // the connection or transaction that a session or transaction lock lives on
	Kind   catalog.LockKind
	Shared bool
}

// An Event is one thing that happens. Paths are lists of them, which are copied often: what is small stands together.
type Event struct {
	Kind   Kind
	Scope  catalog.Scope // what the type says of Handle
	Store  catalog.Store // where the data, or a lock that is taken by a key, lives
	Ret    Truth         // Run: what the function's last result must be for the case to go on as it does
	Why    Why           // Missed
	Blind  bool          // Release: by deleting a key, whoever set it
	Watch  bool          // Release: and the deletion is refused where the key has changed hands (WATCH, MULTI)
	Named  bool          // Release: a function on the way builds the key, and is judged by it
	Runner bool          // Begin, Commit, Rollback: by a function that runs a closure in the transaction
	Thrown bool          // Run: the function panics
	Caught bool          // Run: it does not, or somebody recovers: that is another case; or too much is done where it does
	Traits Traits        // Read, Write, Begin: how it takes care of others by itself

	Lock   Lock
	Handle *Expr
	On     *Expr // Begin: the handle it was begun on, where a transaction in a transaction is a savepoint
	Func   *Expr
	Args   []*Expr
	Table  string
	Text   *Expr    // Read, Write: the text of the statement, where a caller has a part in it
	Item   *Expr    // Read, Write: the key in a store of keys and values, or the table where the text leaves it open
	Value  []Use    // Write: of what the call is given, that which is written
	Rows   []*Expr  // Read, Write: the values that select the rows
	Ctx    *Expr    // the context that the call was given
	TTL    *Expr    // Acquire: the life of the lease
	Token  *Expr    // Acquire, Release: what proves ownership
	Via    []string // the functions through which the caller got here, outermost first
	Assume string   // the assumption that the event rests on; empty: none
	Out    *OutCall // Outbound, Wait: the call

	Library string // Acquire: the package of the library that takes the lock

	Unwinds []Unwinding // Run: what is done where it does, each one way
}

// An Unwinding is what deferred calls do on the way out of the functions that run a function that panics. None of them
// recovers.
type Unwinding struct{ Events []Event }

// A Why is why a lock was not obtained.
type Why uint8

// The reasons.
const (
	NotTold Why = iota // somebody else holds it, or it could not be tried: one error stands for both
	Busy               // somebody else holds it
	Failed             // it could not be tried
)

func (w Why) String() string { return [...]string{"", "busy", "failed"}[w] }

// A Store says that the variable or field at Addr holds X.
type Store struct{ Addr, X *Expr }

// Collected tells the store of what was appended to a slice.
func (s Store) Collected() bool {
	return s.Addr != nil && s.Addr.Op == Elem && s.Addr.Args[1].Op == Global && s.Addr.Args[0].Root().Op == Local
}

// IsSetting tells the address of a field of what the first parameter points to, or of a struct in it: of a functional option, what it sets.
func IsSetting(addr *Expr) bool {
	if addr == nil || addr.Op != Field {
		return false
	}
	for addr.Op == Field {
		addr = addr.Args[0]
	}
	return addr.Op == Param && addr.Index == 0
}

// An Exit is how a case ends.
type Exit uint8

// The exits.
const (
	Returns Exit = iota
	Panics
	Never // does not return: os.Exit, log.Fatal
)

// A Case is one way through a function.
type Case struct {
	Pre     []Cond // taken only where these hold
	Events  []Event
	Post    []Cond  // of the results
	Stores  []Store // what variables and fields then hold
	Results []*Expr // what each result is, where that is known
	Exit    Exit

	Recovers bool // ends a panic, when it is deferred itself

	Keys []Event // the caller's keys by which locks are taken and given back, also those that are over
}

// A Summary is what a function does.
type Summary struct {
	Cases    []Case
	Literals []Literal // what the function literals do that occur in the cases
	Capped   bool      // there are more ways than the analysis follows

	packed Packed // as it was read under go vet, in the place of the rest; see Unpacked
}

// A Literal is what a function literal does that a function returns or stores, in terms of its own
// parameters and free variables.
type Literal struct {
	Name  string
	Cases []Case
}

// AFact makes a summary a fact about its function.
func (*Summary) AFact() {}

// Limits of a summary: what goes beyond is dropped, and Capped says so.
const (
	maxCases  = 16
	maxEvents = 48
)

// Bounded cuts a summary to the limits.
func (s *Summary) Bounded() *Summary {
	if len(s.Cases) > maxCases {
		s.Cases, s.Capped = s.Cases[:maxCases], true
	}
	kept := s.Cases[:0]
	for _, c := range s.Cases {
		if len(c.Events) > maxEvents {
			s.Capped = true
			continue
		}
		kept = append(kept, c)
	}
	s.Cases = kept
	return s
}

// HasEvents tells that the function does anything that the analysis follows.
func (s *Summary) HasEvents() bool {
	for _, c := range s.Cases {
		if len(c.Events)+len(c.Keys) > 0 || c.Exit == Never {
			return true
		}
	}
	return false
}

// Sets tells that the function does something to the settings that its first parameter points to.
func (s *Summary) Sets() bool {
	for _, c := range s.Cases {
		for _, st := range c.Stores {
			if IsSetting(st.Addr) {
				return true
			}
		}
	}
	return false
}

// String writes a summary for people and for fact tests: the cases in order, parted by " | ".
func (s *Summary) String() string {
	s = s.Unpacked()
	var cases []string
	for _, c := range s.Cases {
		cases = append(cases, c.String())
	}
	text := strings.Join(cases, " | ")
	if s.Capped {
		text += " | ..."
	}
	return text
}

func (c Case) String() string {
	var parts []string
	for _, p := range c.Pre {
		parts = append(parts, "if "+p.X.String()+" "+p.Is.String())
	}
	for _, e := range c.Events {
		parts = append(parts, e.String())
	}
	for i, r := range c.Results {
		if r != nil {
			parts = append(parts, "r"+strconv.Itoa(i)+"="+r.String())
		}
	}
	for _, s := range c.Stores {
		parts = append(parts, s.Addr.String()+"="+s.X.String())
	}
	for _, p := range c.Post {
		parts = append(parts, p.X.String()+" "+p.Is.String())
	}
	switch c.Exit {
	case Panics:
		parts = append(parts, "panics")
	case Never:
		parts = append(parts, "never returns")
	}
	if c.Recovers {
		parts = append(parts, "recovers")
	}
	if len(parts) == 0 {
		for _, e := range c.Keys {
			if e.Kind != 0 {
				parts = append(parts, "inside "+e.String())
			}
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}

func (e Event) String() string {
	switch e.Kind {
	case Acquire, Release, Unreleased, Extend, HandOff:
		return e.Kind.String() + " " + e.Lock.String()
	case Spawn:
		return "spawn " + e.Func.String()
	case Missed:
		text := e.Kind.String()
		if e.Why != NotTold {
			text += " " + e.Why.String()
		}
		return text + " " + e.Lock.String()
	case Run:
		text := "run " + e.Func.String() + list(e.Args)
		if e.Ret != Unknown {
			text += " is " + e.Ret.String()
		}
		if e.Thrown {
			text += " panics"
		}
		return text
	case Outbound, Wait:
		return e.outText()
	}
	text := e.Kind.String() + " " + e.Handle.String()
	if e.Table != "" {
		text += " " + e.Table
	}
	return text
}

// String names the lock: kind, handle, key, connection.
func (l Lock) String() string {
	text := [...]string{"lock", "mutex", "lease", "session", "xact"}[l.Kind]
	if l.Shared {
		text += " shared"
	}
	if l.Handle != nil {
		text += " " + l.Handle.String()
	}
	if l.Key != nil {
		text += " key " + l.Key.String()
	}
	if l.Conn != nil {
		text += " on " + l.Conn.String()
	}
	return text
}

// Same tells that two events speak of one lock. An unknown handle or key is the same as nothing.
func (l Lock) Same(o Lock) bool {
	if l.Shared != o.Shared {
		return false
	}
	if l.Handle != nil && o.Handle != nil {
		return Equal(l.Handle, o.Handle)
	}
	return l.Handle == nil && o.Handle == nil && Equal(l.Key, o.Key)
}

// Map rebuilds an event with f applied to each of its expressions.
func (e Event) Map(f func(*Expr) (*Expr, bool)) Event {
	e.Lock.Handle = e.Lock.Handle.Map(f)
	e.Lock.Key = e.Lock.Key.Map(f)
	e.Lock.Conn = e.Lock.Conn.Map(f)
	e.Handle = e.Handle.Map(f)
	e.On = e.On.Map(f)
	e.Func = e.Func.Map(f)
	for _, x := range []**Expr{&e.Text, &e.Item, &e.Ctx, &e.TTL, &e.Token} {
		*x = (*x).Map(f)
	}
	e.Out = e.Out.mapOut(f)
	e.Args, e.Rows = mapAll(e.Args, f), mapAll(e.Rows, f)
	return e
}

func mapAll(xs []*Expr, f func(*Expr) (*Expr, bool)) []*Expr {
	if len(xs) == 0 {
		return nil
	}
	out := make([]*Expr, len(xs))
	for i, x := range xs {
		out[i] = x.Map(f)
	}
	return out
}
