package section

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/lazy"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// describe adds to a read or write what the call says of it beside the handle: the table, what is written, and
// how it takes care of others by itself.
func (l libraryCall) describe(e *summary.Event) {
	entry := l.entry
	links := l.chain()
	e.Table = l.table(links)
	for _, k := range links {
		e.Traits |= l.clauses(k.call, k.entry)
		if k.entry.Guarded {
			e.Traits |= summary.Guarded | summary.Counted
		}
		if e.Kind == summary.Write && conditional(l.conditions(k)) {
			e.Traits |= summary.Guarded
		}
	}
	if e.Kind != summary.Write {
		return
	}
	if entry.Atomic || l.relative(links) {
		e.Traits |= summary.Relative
	}
	e.Traits = l.predicated(e.Traits, links)
	if entry.Guarded {
		e.Traits |= summary.Guarded | summary.Counted
	}
	if conditional(l.conditions(link{entry, l.site.common, l.off})) {
		e.Traits |= summary.Guarded
	}
	if slices.Contains(entry.Recv, "Migrator") || entry.Name == "AutoMigrate" {
		e.Traits |= summary.Schema
	}
	e.Traits |= l.answered()
	e.Value, e.Traits = l.written(e.Traits)
}

// written are the arguments that are written.
func (l libraryCall) written(t summary.Traits) ([]summary.Use, summary.Traits) {
	e := l.entry
	switch {
	case e.Value.Kind == catalog.AtArg:
		return []summary.Use{{Arg: l.off + e.Value.Index}}, t | summary.ValueKnown
	case e.Role == catalog.Delete || strings.HasPrefix(e.Name, "Delete") || strings.HasPrefix(e.Name, "Del") || strings.HasPrefix(e.Name, "Remove"):
		return nil, t | summary.ValueKnown
	}
	return nil, t
}

// statementTraits are those of a statement of SQL text.
func (l libraryCall) statementTraits(st *sqltext.Statement, text string) (summary.Traits, []summary.Use) {
	var t summary.Traits
	t |= lockTraits(st)
	if st.Verb == sqltext.Update && len(st.Sets) > 0 && onlyRelative(st.Sets) || st.Relative && onlyRelative(st.Sets) {
		t |= summary.Relative
	}
	if onlyKeys(text) {
		t |= summary.KeysOnly
	}
	if st.Verb == sqltext.DDL {
		t |= summary.Schema
	}
	if st.Upsert {
		t |= summary.Upsert
		if low := strings.ToLower(text); !strings.Contains(low, "do nothing") && !strings.Contains(low, "ignore") {
			t |= summary.Overwrites
		}
	}
	if conditional(st.Where) || st.Verb == sqltext.Insert && len(st.Reads) > 0 && len(st.Where) > 0 {
		t |= summary.Guarded
	}
	if st.Returning {
		t |= summary.Counted // whoever looks at the row sees whether there is one
	}
	t |= l.answered()
	uses, known := l.assigned(st)
	if known {
		t |= summary.ValueKnown
	}
	return t, uses
}

// lockTraits say what a statement locks until its transaction ends.
func lockTraits(st *sqltext.Statement) summary.Traits {
	var t summary.Traits
	if st.RowLock || st.TableLock && !st.TableShare || st.Isolation == "serializable" {
		t |= summary.RowLock
	}
	if st.TableLock {
		t |= summary.TableLock
	}
	if st.RowShare {
		t |= summary.RowShare
	}
	if st.RowLock && len(st.Reads) > 0 && st.Reads[0] == summary.Hole {
		t |= summary.AnyTable
	}
	return t
}

// onlyRelative tells that a statement sets nothing but what it computes from the old value, and when it did so.
func onlyRelative(sets []sqltext.Assign) bool {
	return !slices.ContainsFunc(sets, func(a sqltext.Assign) bool { return !a.Relative && !timeColumn(a.Column) })
}

// timeColumn tells a column that says when a row was last touched.
func timeColumn(column string) bool {
	c := strings.ToLower(column)
	return strings.HasSuffix(c, "_at") || strings.HasSuffix(c, "_time") || strings.HasPrefix(c, "updated") || strings.HasPrefix(c, "modified")
}

// selectList finds the columns of a query.
var selectList = lazy.Regexp(`(?is)^\s*select\s+(?:distinct\s+)?(.*?)\s+from\s`)

// onlyKeys tells a query that asks for keys alone, and for who owns a row: they do not change.
func onlyKeys(text string) bool {
	m := selectList().FindStringSubmatch(text)
	if m == nil {
		return false
	}
	for column := range strings.SplitSeq(m[1], ",") {
		words := strings.FieldsFunc(column, func(r rune) bool { return r == '.' || r == ' ' || r == '"' || r == '`' || r == '\n' || r == '\t' })
		if len(words) == 0 || !keyColumn(words[len(words)-1]) && !ownerColumn(words[len(words)-1]) {
			return false
		}
	}
	return true
}

func ownerColumn(column string) bool {
	c := strings.ToLower(column)
	return strings.HasSuffix(c, "_no") || strings.HasPrefix(c, "owner") || strings.HasPrefix(c, "creat") || c == "author" || c == "tenant"
}

// assigned are the SQL arguments from which columns are set. Those that select the rows are not among them.
func (l libraryCall) assigned(st *sqltext.Statement) (uses []summary.Use, known bool) {
	if st.Verb == sqltext.Delete {
		return nil, true
	}
	if l.entry.Args == 0 {
		return nil, false
	}
	arg := l.off + l.entry.Args
	if l.entry.Named || len(st.Sets) == 0 {
		return []summary.Use{{Arg: arg}}, true
	}
	for _, s := range st.Sets {
		if len(s.Args) == 0 && strings.Contains(s.Value, summary.Hole) {
			return nil, false
		}
		for _, i := range s.Args {
			uses = append(uses, summary.Use{Arg: arg, Elem: i + 1})
		}
	}
	return uses, true
}

// keyColumn tells a column by which a row is found, not one that others change.
func keyColumn(column string) bool {
	c := strings.ToLower(column)
	return c == "id" || c == "key" || c == "uuid" || c == "name" || c == "pk" || strings.HasSuffix(c, "_id") || strings.HasSuffix(c, "id") ||
		strings.HasSuffix(c, "_key") || strings.HasSuffix(c, "uuid")
}

// conditional tells conditions that hold only as long as nobody changed the row: of several those on no key, of
// one alone those that compare.
func conditional(where []sqltext.Cond) bool {
	for _, c := range where {
		switch {
		case c.Column == "" || keyColumn(c.Column):
		case c.Op != "=" && c.Op != "in" && c.Op != "like":
			return true
		case len(where) > 1 && c.Op == "=":
			return true
		}
	}
	return false
}

// openTable finds the place of the table in a text that leaves it open.
var openTable = lazy.Regexp("(?i)\\b(?:into|update|from|table|exists)\\s+[\"`\\[]?\\{\\}")

// tableItem is what fills the hole in the place of the table.
func tableItem(text *summary.Expr, pattern string) *summary.Expr {
	if text == nil || text.Op != summary.Template {
		return nil
	}
	at := openTable().FindStringIndex(pattern)
	if at == nil {
		return nil
	}
	hole := strings.Count(pattern[:at[1]-len(summary.Hole)], summary.Hole)
	if hole < len(text.Args) {
		return text.Args[hole]
	}
	return nil
}

// serializable tells the isolation level at which transactions behave as if they ran one after the other: as text, or
// as database/sql counts.
func serializable(level string) bool { return level == "6" || strings.EqualFold(level, "serializable") }
