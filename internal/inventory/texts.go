package inventory

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/lazy"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// SQL texts that take a lock, of which nobody knows who runs them: a library that is not in the catalogue, a builder of
// queries, a statement that is put together. That they stand in a function is enough to list them.

// lockingText is a quick look at a text.
var lockingText = lazy.Regexp(`(?is)\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b|\block\s+in\s+share\s+mode\b|\bupdlock\b|\bpg_(try_)?advisory_(xact_)?lock|\bget_lock\s*\(|^\s*lock\s+.*\bmode\b`)

// tailText is the end of a statement, which is put behind another text: the clause alone, or what may stand before it.
var tailText = lazy.Regexp(`(?is)^\s*for\s+(no\s+key\s+)?(update|share)\b[^;]*$|` +
	`^\s*(\)|from\b|where\b|and\b|group\s+by\b|order\s+by\b|limit\b)[^;]*\b(for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|lock\s+in\s+share\s+mode)(\s+of\s+\S+)?(\s+nowait|\s+skip\s+locked)?\s*;?\s*$`)

// statements are the sites of texts that take a lock in functions where none of the sites does.
func (c *collector) statements(sites []Found) []Found {
	var out []Found
	for fn := range c.functions() {
		out = append(out, c.textsIn(fn, sites)...)
	}
	return out
}

// textsIn are those in one function.
func (c *collector) textsIn(fn *ast.FuncDecl, sites []Found) []Found {
	info := c.r.Pass().TypesInfo
	var out []Found
	var texts []string
	var at []ast.Expr
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		v := info.Types[e].Value
		if v == nil || v.Kind() != constant.String {
			return true
		}
		texts, at = append(texts, verbs().ReplaceAllString(constant.StringVal(v), summary.Hole)), append(at, e)
		return false
	})
	for i, text := range texts {
		if !lockingText().MatchString(text) {
			continue
		}
		for _, lock := range locksOf(text, texts[:i], texts[i+1:]) {
			f := c.statement(fn, at[i], lock)
			if !slices.ContainsFunc(append(slices.Clone(sites), out...), func(o Found) bool { return covers(o.Site, f.Site) }) {
				out = append(out, f)
			}
		}
	}
	return out
}

// covers tells that a site is that of the statement: it takes such a lock in the same function.
func covers(site, statement Site) bool {
	return site.Pos.File == statement.Pos.File && site.Function == statement.Function && site.Lock.What == statement.Lock.What &&
		(site.Lock.Name == statement.Lock.Name || statement.Lock.Name == lockedRows("").Name || site.Pos.Line == statement.Pos.Line || !site.Lock.ofData())
}

// locksOf are the locks that the statements of a text take; before and behind are the other texts of the function, of
// which one may be the statement that this is the end of.
func locksOf(text string, before, behind []string) []Lock {
	if tailText().MatchString(text) {
		if st := sqltext.Parse("SELECT 1 " + text); len(st) > 0 && len(st[0].Reads) > 0 {
			return []Lock{lockedRows(st[0].Reads[0])}
		}
		for _, other := range slices.Concat(reversed(before), behind) {
			if st := sqltext.Parse(other); len(st) > 0 && st[0].Verb == sqltext.Select && len(st[0].Reads) > 0 {
				return []Lock{lockedRows(st[0].Reads[0])}
			}
		}
		return []Lock{lockedRows("")}
	}
	var out []Lock
	for _, st := range sqltext.Parse(text) {
		if st.Verb == sqltext.Other { // a message that speaks of one
			continue
		}
		if st.RowLock {
			table := lockedTable(text)
			if table == "" && len(st.Reads) > 0 {
				table = st.Reads[0]
			}
			rows := lockedRows(table)
			rows.Shared = st.RowShare
			out = append(out, rows)
		}
		if st.TableLock {
			out = append(out, Lock{Kind: transaction, What: tableLock, Store: "sql", Name: tableNames(st.Reads), Shared: st.TableShare})
		}
		for _, call := range st.Locks {
			if !call.Release {
				l := Lock{Kind: session, What: "session lock", Store: "sql", Template: placeholders().ReplaceAllString(call.Key, "{}"), Shared: call.Shared}
				if call.Scope == sqltext.Transaction {
					l.Kind, l.What = transaction, "transaction lock"
				}
				if l.Name = l.Template; strings.Trim(l.Template, "{}") == "" {
					l.Template, l.Name = "", l.What
				}
				out = append(out, l)
			}
		}
	}
	return out
}

var (
	rowsLocked = lazy.Regexp(`(?is)\bfor\s+(?:no\s+key\s+)?(?:update|share)\b(?:\s+of\s+"?(\w+))?`)
	fromTable  = lazy.Regexp(`(?is)\bfrom\s+(?:only\s+)?([\w."{}]+)`)
)

// lockedTable is the table whose rows a statement locks, of several that it reads: that of the select which ends with FOR
// UPDATE, looked up behind the name of a common table expression, or the one that it names itself.
func lockedTable(text string) string {
	at := rowsLocked().FindStringSubmatchIndex(text)
	if at == nil {
		return ""
	}
	depth, begin := 0, 0
	for i := at[0] - 1; i >= 0 && begin == 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				begin = i
			}
		}
	}
	level := outerText(text[begin:at[0]])
	if at[2] >= 0 {
		alias := text[at[2]:at[3]]
		m := regexp.MustCompile(`(?is)\b(?:from|join|,)\s+([\w."]+)\s+(?:as\s+)?` + regexp.QuoteMeta(alias) + `\b`).FindStringSubmatch(level)
		if m != nil {
			return m[1]
		}
		return alias
	}
	from := fromTable().FindAllStringSubmatch(level, -1)
	if from == nil {
		return ""
	}
	table := from[len(from)-1][1]
	if cte := regexp.MustCompile(`(?is)\b` + regexp.QuoteMeta(table) + `\s+as\s+(?:(?:not\s+)?materialized\s+)?\(`).FindStringIndex(text); cte != nil {
		if m := fromTable().FindStringSubmatch(text[cte[1]:]); m != nil {
			table = m[1]
		}
	}
	return strings.ReplaceAll(table, `"`, "")
}

// outerText is a text without what stands in its brackets.
func outerText(text string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth <= 0:
			return r
		}
		return ' '
	}, strings.TrimPrefix(text, "("))
}

var placeholders = lazy.Regexp(`\$\d+|\?|@p\d+|:[a-zA-Z_]\w*`)

func reversed(texts []string) []string {
	out := slices.Clone(texts)
	slices.Reverse(out)
	return out
}

func lockedRows(table string) Lock {
	return Lock{Kind: transaction, What: rowLock, Store: "sql", Name: rowsOf(table)}
}

// verbs are those of a format: what they stand for is known only when the program runs.
var verbs = lazy.Regexp(`%(\[\d+\])?[a-zA-Z]`)

// rowsOf is what a lock on the rows of a table is called; one that is known only when the program runs has no name.
func rowsOf(table string) string {
	if strings.Trim(table, "{}.\"`") == "" {
		return "rows"
	}
	return "rows of " + table
}

// statement is the site of a text.
func (c *collector) statement(in *ast.FuncDecl, e ast.Expr, lock Lock) Found {
	pass := c.r.Pass()
	pos := e.Pos()
	if call := callAround(in, e); call != nil {
		pos = call.Pos()
	}
	f := Found{HandsOn: lock.ofData()} // the transaction is somebody else's, as far as is known
	if def, ok := pass.TypesInfo.Defs[in.Name].(*types.Func); ok {
		f.Func, f.Signature, f.Methods = def.FullName(), signatureOf(def), receiverMethods(def)
	}
	s := &f.Site
	s.Pos, s.Package, s.Function = c.pos(pos), c.pkgPath(), finding.Enclosing(c.fileOf(pos), pos)
	s.Text, s.Lock = finding.Text(pass.Fset, e), lock
	s.start()
	s.Token, s.Renewal, s.Fate, s.Transaction.Relation = "none", "none", endsWithTx, "part"
	if lock.Kind == session {
		s.Fate, s.Transaction.Relation = "unknown", "none"
	}
	for _, table := range lock.tables() {
		s.Tables = append(s.Tables, Access{Table: table, Store: "sql", Read: true})
	}
	s.Timeline = []Event{{What: "acquire", Pos: s.Pos, Text: s.Text, Self: true}}
	return f
}

// tables are those that the name of a lock on data says.
func (l Lock) tables() []string {
	of := map[string]string{rowLock: "rows of ", tableLock: "table"}[l.What]
	names, ok := strings.CutPrefix(l.Name, of)
	if names = strings.TrimSpace(strings.TrimPrefix(names, "s ")); of == "" || !ok || names == "" {
		return nil
	}
	return strings.Split(names, ", ")
}

// callAround is the innermost call that is given an expression.
func callAround(fn *ast.FuncDecl, e ast.Expr) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen < e.Pos() && e.End() <= call.Rparen {
			found = call
		}
		return true
	})
	return found
}

// start fills in what is so where nothing is known.
func (s *Site) start() {
	s.TTL, s.Wait = TTL{Is: "none"}, Wait{Is: "unknown"}
	s.Token, s.Renewal, s.Fate = "unknown", "unknown", "unknown"
	s.Worst, s.Transaction, s.Defence = Worst{Is: "none"}, Transaction{Relation: "none"}, Defence{Is: "none"}
}
