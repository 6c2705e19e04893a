package sqltext

import (
	"slices"
	"strings"
)

// leading sets the verb by the first word and steps over what stands before a query.
func (p *parser) leading() {
	t := p.tok(0)
	switch t.text {
	case "explain", "describe":
		if !p.tok(1).is("analyze") {
			p.i = len(p.toks) // does not run what it explains
			return
		}
		p.toks = p.toks[2:]
	case "begin", "start", "end", "commit", "rollback", "abort", "savepoint", "release":
		p.control(t)
	case "set", "reset":
		p.st.Verb = Set
	case "call", "exec", "execute", "do", "perform":
		p.call(t)
	case "lock":
		p.lockTable()
	case "truncate":
		p.st.Verb = Delete
		p.tableAfter(1, " table only ")
	case "create", "alter", "drop", "refresh", "rename", "comment", "grant", "revoke", "reindex", "vacuum", "analyze":
		p.ddl()
	case "copy":
		p.copyFrom()
	}
}

// lockTable reads LOCK [TABLE] a, b [IN x MODE] of PostgreSQL, and LOCK TABLES a WRITE of MySQL, which is no part of a
// transaction.
func (p *parser) lockTable() {
	p.st.Verb = Lock
	start := p.i
	for p.i++; p.tok(0).among(" table only "); p.i++ {
	}
	var tables []string
	for more := true; more && p.tok(0).name() && !p.tok(0).is("tables"); {
		addTable(&tables, p.qualified())
		more = false
		for p.i++; p.tok(0).isOp("*") || p.tok(0).isOp(",") || more && p.tok(0).is("only"); p.i++ {
			more = more || p.tok(0).isOp(",")
		}
	}
	var mode []string
	if p.tok(0).is("in") {
		for p.i++; p.i < len(p.toks) && !p.tok(0).is("mode"); p.i++ {
			mode = append(mode, p.tok(0).text)
		}
		p.i++
	}
	if len(tables) == 0 || p.i < len(p.toks) && !p.tok(0).is("nowait") {
		p.i = start
		p.tableAfter(1, " table tables only ")
		return
	}
	p.st.Reads, p.st.TableLock, p.st.RowTry = tables, true, p.i < len(p.toks)
	switch strings.Join(mode, " ") {
	case "access share", "row share", "row exclusive", "share":
		p.st.TableShare = true
	}
	p.i = len(p.toks)
}

func (p *parser) control(t token) {
	switch next := p.tok(1); {
	case t.is("begin") || t.is("start") && next.is("transaction"):
		p.st.Verb = Begin
	case t.is("commit") || t.is("end") && (next.kind == semicolon || next.among(" transaction work ")):
		p.st.Verb = Commit
	case t.is("abort"), t.is("rollback") && !p.tok(1).is("to") && !p.tok(2).is("to"):
		p.st.Verb = Rollback
	}
}

func (p *parser) call(t token) {
	p.st.Verb = Call
	if t.is("do") {
		p.doBlock()
	}
}

// doBlock runs the body of DO $$ ... $$ as if it stood here.
func (p *parser) doBlock() {
	isBlock := slices.ContainsFunc(p.toks, func(t token) bool { return t.kind == str && strings.HasPrefix(t.raw, "$") })
	if !isBlock || p.nesting >= maxNesting { // MySQL: DO expression
		return
	}
	for _, t := range p.toks[1:] {
		if t.kind != str {
			continue
		}
		for _, inner := range parse(t.text, p.nesting+1) {
			for _, l := range inner.Locks {
				if !p.full() {
					p.st.Locks = append(p.st.Locks, l)
				}
			}
			for _, r := range inner.Reads {
				addTable(&p.st.Reads, r)
			}
			for _, w := range inner.Writes {
				addTable(&p.st.Writes, w)
			}
			p.st.RowLock = p.st.RowLock || inner.RowLock
		}
	}
	for i := range p.st.Locks {
		p.st.Locks[i].Column = -1
	}
	p.i = len(p.toks)
}

// ddl notes the object that is created, altered, dropped; the body of a function does not run.
func (p *parser) ddl() {
	p.st.Verb = DDL
	for n := 1; n < 6; n++ {
		if p.tok(n).among(" table view index ") {
			if !p.tok(n).is("index") {
				p.tableAfter(n+1, " if not exists concurrently only ")
			}
			break
		}
	}
	p.i = len(p.toks)
}

func (p *parser) copyFrom() {
	if !p.tok(1).name() { // COPY (SELECT ...) TO
		return
	}
	save := p.i
	p.i++
	name := p.qualified()
	for n := 0; p.tok(n).kind != semicolon; n++ {
		if p.tok(n).is("from") {
			p.st.Verb = Insert
			addTable(&p.st.Writes, name)
			p.i = len(p.toks)
			return
		}
	}
	addTable(&p.st.Reads, name)
	p.i = max(save, len(p.toks))
}

// tableAfter notes the table that stands at token n, behind words of skip, as written.
func (p *parser) tableAfter(n int, skip string) {
	for p.tok(n).among(skip) {
		n++
	}
	p.i += n
	if p.tok(0).name() {
		addTable(&p.st.Writes, p.qualified())
	}
	p.i = len(p.toks)
}

func (p *parser) verb(t token) {
	f := p.top()
	f.query = true
	p.close(len(p.frames) - 1)
	if p.main < 0 && !f.cte && !slices.ContainsFunc(p.frames, func(f frame) bool { return f.cte }) {
		p.main = len(p.frames) - 1
	}
	isMain := p.main == len(p.frames)-1
	f.clause, f.want, f.item = other, false, 0
	var v Verb
	switch t.text {
	case "select":
		v, f.clause = Select, list
	case "insert", "replace", "merge":
		v = map[string]Verb{"insert": Insert, "replace": Replace, "merge": Merge}[t.text]
		f.want, f.writes = true, true
		p.insertHead(isMain)
	case "update":
		v, f.want, f.writes = Update, true, true
	case "delete":
		v = Delete
		p.deleteHead(f)
	}
	if f.verb == Merge && v != Merge { // WHEN MATCHED THEN UPDATE SET ...
		f.want = false
	}
	// INSERT ... SELECT stays an INSERT.
	if f.verb == Other || f.verb == Select && v == Select {
		f.verb = v
	}
	if isMain && (p.st.Verb == Other || p.st.Verb == Call) {
		p.st.Verb = v
	}
}

// insertHead looks at INSERT OR REPLACE, INSERT IGNORE.
func (p *parser) insertHead(isMain bool) {
	for n := 1; p.tok(n).kind == word && !p.tok(n).is("into") && n < 5; n++ {
		if p.tok(n).among(" ignore replace ") {
			p.st.Upsert = p.st.Upsert || isMain
		}
	}
	for p.tok(1).among(" or ignore replace abort rollback fail low_priority delayed high_priority overwrite into ") {
		p.i++
	}
}

// deleteHead expects the table behind FROM; MySQL's DELETE t FROM t JOIN ... names it before.
func (p *parser) deleteHead(f *frame) {
	for p.tok(1).among(" from low_priority quick ignore only ") {
		p.i++
	}
	f.clause, f.want, f.writes = from, true, true
}

// table reads a table name where one is expected.
func (p *parser) table(f *frame) {
	t := p.tok(0)
	if t.among(queryWords) || t.among(endOfList) {
		f.want = false
		p.word(t)
		return
	}
	writes := f.writes
	f.want, f.writes = false, false
	name := p.qualified()
	next := p.tok(1)
	switch {
	case writes && f.verb == Insert || writes && (f.verb == Replace || f.verb == Merge):
		addTable(&p.st.Writes, name)
		if p.i++; p.tok(0).kind == open && p.main == len(p.frames)-1 {
			p.columns = [2]int{p.i + 1, p.matching(p.i)}
		}
		p.i--
	case next.kind == open && f.clause == from && !writes: // a function
		if l := lockFuncs[p.tok(0).text]; l.Func != "" {
			p.lockCall(l)
		}
		return
	case writes:
		addTable(&p.st.Writes, name)
		if f.clause != from {
			f.clause = from // UPDATE a, b SET; UPDATE a JOIN b
		}
	default:
		addTable(&p.st.Reads, name)
	}
	p.alias()
}

// alias steps over an alias, which must not be taken for a keyword or a function.
func (p *parser) alias() {
	if p.tok(1).is("as") {
		p.i++
	}
	if next := p.tok(1); next.kind == quoted || next.kind == word && !next.among(notAlias) && p.tok(2).kind != open {
		p.i++
	}
}

// qualified reads schema.name and stands on its last token.
func (p *parser) qualified() string {
	var b strings.Builder
	b.WriteString(p.tok(0).text)
	for p.tok(1).isOp(".") && p.tok(2).name() {
		p.i += 2
		b.WriteString("." + p.tok(0).text)
	}
	return b.String()
}

// matching is the index of the parenthesis that closes the one at i.
func (p *parser) matching(i int) int {
	depth := 0
	for ; i < len(p.toks); i++ {
		switch p.toks[i].kind {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(p.toks)
}

func (p *parser) noteValues() {
	if p.values == [2]int{} && p.tok(1).kind == open {
		p.values = [2]int{p.i + 2, p.matching(p.i + 1)}
	}
}

// addTable notes a table, once; a name that is nothing but quotation marks is none.
func addTable(list *[]string, name string) {
	if name != "" && !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
