// Package sqltext recognises what SQL text does: which tables it reads and writes, which locks it
// takes and gives back, and what guards a write. It reads the dialects of PostgreSQL, MySQL, SQLite
// and SQL Server at once and has no grammar: unknown text gives fewer facts, never wrong order or a
// panic. Time is linear in the text.
//
// Text of which the analyzer knows only a part has a hole, written {}, in the place of each unknown part.
package sqltext

// A Verb is what a statement does first of all. A Select with a writing CTE is a Select with Writes.
type Verb uint8

// The verbs.
const (
	Other Verb = iota
	Select
	Insert
	Update
	Delete // TRUNCATE too
	Replace
	Merge
	DDL // CREATE, ALTER, DROP, REFRESH ...
	Begin
	Commit
	Rollback // not ROLLBACK TO
	Set
	Call // CALL, EXEC, DO, PERFORM
	Lock // LOCK TABLE
)

// A Statement is one statement of a text.
type Statement struct {
	Verb   Verb
	Reads  []string // tables and views, lower case unless quoted, "schema.name", "{}" for a hole; each once, in order
	Writes []string
	Locks  []LockCall // in order

	RowLock  bool // locks the rows it selects: FOR UPDATE, FOR SHARE, LOCK IN SHARE MODE, WITH (UPDLOCK)
	RowShare bool // a reader's row lock
	RowTry   bool // NOWAIT, SKIP LOCKED: does not wait

	TableLock  bool // LOCK TABLE of PostgreSQL: locks the tables it reads until the transaction ends
	TableShare bool // in a mode in which others can have it too

	Where []Cond // conditions of the statement itself (not of its subqueries)
	Sets  []Assign

	Relative  bool   // at least one column is set from its own old value
	Upsert    bool   // ON CONFLICT, ON DUPLICATE KEY, MERGE, REPLACE, INSERT IGNORE
	Returning bool   // RETURNING, OUTPUT
	Isolation string // "serializable", "repeatable read" ... where the statement sets it
}

// A Scope is what ends a lock that SQL takes.
type Scope uint8

// The scopes.
const (
	Session Scope = iota
	Transaction
)

// A LockCall is the call of a lock function.
type LockCall struct {
	Func    string // lower case, without its schema
	Scope   Scope
	Try     bool // answers at once
	Shared  bool
	Release bool
	All     bool   // releases all locks of the session
	Key     string // text of the key arguments without casts and needless spaces: "$1", "hashtext($1)", "12", "'name'"
	Args    []int  // SQL arguments (0-based) of which the key is made
	Names   []string
	Timeout string // text of the waiting time, if the function has one
	Column  int    // index in the select list of the outermost SELECT; -1: the answer is not a column
	Negated bool   // NOT stands before it
}

// A Cond is one comparison in a WHERE clause.
type Cond struct {
	Column string // without table or alias; "" if the left side is no column
	Op     string // lower case: "=", "<", ">=", "<>", "in", "not in", "is", "like", "between", "exists" ...
	Value  string // text of the other side
	Args   []int
	Names  []string
	Or     bool // one of several alternatives
}

// An Assign is one column that a statement sets.
type Assign struct {
	Column   string
	Value    string // "" if the text does not say (INSERT ... SELECT)
	Args     []int
	Names    []string
	Relative bool // the value is computed from the column's old value
}

// Equality tells that the condition compares a column with a given value, as a key is.
func (c Cond) Equality() bool { return c.Column != "" && c.Op == "=" && !c.Or }

// Conditional tells that s writes only where the rows still are as expected: it has a condition other
// than plain equality of a column that isKey calls a key.
func (s *Statement) Conditional(isKey func(column string) bool) bool {
	for _, c := range s.Where {
		if c.Column != "" && !(c.Op == "=" && isKey(c.Column)) {
			return true
		}
	}
	return false
}

// Parse splits text into its statements. Empty statements are left out.
func Parse(text string) []Statement {
	return parse(text, 0)
}

// maxNesting bounds how deep DO blocks are followed.
const maxNesting = 2

func parse(text string, nesting int) []Statement {
	var out []Statement
	toks := lex(text)
	for len(toks) > 0 {
		n := 0
		for n < len(toks) && toks[n].kind != semicolon {
			n++
		}
		if n > 0 {
			p := parser{toks: toks[:n], nesting: nesting, main: -1}
			p.run()
			out = append(out, p.st)
		}
		if n == len(toks) {
			break
		}
		toks = toks[n+1:]
	}
	return out
}
