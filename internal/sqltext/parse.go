package sqltext

import (
	"slices"
	"strings"
)

// A clause is the part of a query that the parser is in.
type clause uint8

const (
	other clause = iota
	list         // select list
	from         // table references
	set          // SET of an UPDATE or of an upsert
	where        //
)

// A frame is a level of parentheses.
type frame struct {
	clause clause
	fn     string // the word before the parenthesis
	query  bool   // has clauses of its own
	cte    bool   // WITH x AS (
	verb   Verb
	want   bool // a table name comes next
	writes bool // ... that is written
	item   int  // index in the select list
}

type parser struct {
	toks    []token
	nesting int
	i       int
	frames  []frame
	main    int // level of the statement's own query, -1: not seen yet
	st      Statement
	ctes    []string
	with    bool // WITH stands in front
	// Ranges of tokens, looked at when the scan is done.
	wheres, sets [][2]int
	columns      [2]int // INSERT (columns)
	values       [2]int // VALUES (first row)
}

const (
	queryWords = " select with insert update delete merge replace values table "
	verbWords  = " select insert update delete merge replace "
	endOfList  = " where group order limit offset fetch having window union except intersect for set returning values on using qualify "
	notAlias   = endOfList + " as join inner left right full cross natural straight_join only lateral with tablesample partition use force ignore select default from do lock output when "
)

func (p *parser) run() {
	p.frames = []frame{{}}
	p.leading()
	for p.i < len(p.toks) {
		p.step()
		p.i++
	}
	p.close(0)
	for _, r := range p.wheres {
		p.conditions(r[0], r[1])
	}
	for _, r := range p.sets {
		p.assignments(r[0], r[1])
	}
	p.insertColumns()
	p.answerColumns()
	p.st.Reads = slices.DeleteFunc(p.st.Reads, func(t string) bool { return slices.Contains(p.ctes, t) })
	if p.st.Verb == Replace || p.st.Verb == Merge {
		p.st.Upsert = true
	}
}

func (p *parser) top() *frame { return &p.frames[len(p.frames)-1] }

func (p *parser) tok(n int) token {
	if i := p.i + n; i >= 0 && i < len(p.toks) {
		return p.toks[i]
	}
	return token{kind: semicolon}
}

func (p *parser) step() {
	t := p.tok(0)
	switch t.kind {
	case open:
		p.push()
		return
	case closing:
		p.pop()
		return
	case op:
		p.comma(t)
		return
	}
	if f := p.top(); f.want && t.name() && !t.among(" only lateral if not exists table low_priority ignore into quick ") {
		p.table(f)
		return
	}
	if t.kind == word {
		p.word(t)
	}
}

func (p *parser) push() {
	f := p.top()
	prev, next := p.tok(-1), p.tok(1)
	child := frame{clause: f.clause, verb: f.verb}
	if prev.kind == word && prev.raw != "" {
		child.fn = prev.text
	}
	if next.among(queryWords) && !(next.is("replace") || next.is("values") || next.is("table")) || next.is("values") && f.clause == from {
		child = frame{query: true, cte: p.with && p.main < 0 && child.fn == "as" || child.fn == "materialized"}
	} else if f.clause == from && f.want {
		child.want = true // FROM (a JOIN b)
	} else if f.clause == from {
		child.clause = other // a function's arguments, a list of columns
	}
	f.want = false
	p.frames = append(p.frames, child)
}

func (p *parser) pop() {
	if len(p.frames) == 1 {
		return
	}
	p.close(len(p.frames) - 1)
	p.frames = p.frames[:len(p.frames)-1]
}

// close ends the clause that is open at level.
func (p *parser) close(level int) {
	f := &p.frames[level]
	if level != p.main {
		return
	}
	switch f.clause {
	case where:
		p.wheres[len(p.wheres)-1][1] = p.i
	case set:
		p.sets[len(p.sets)-1][1] = p.i
	}
	f.clause = other
}

func (p *parser) enter(c clause) {
	p.close(len(p.frames) - 1)
	f := p.top()
	f.clause, f.want = c, false
	if len(p.frames)-1 != p.main {
		return
	}
	switch c {
	case where:
		p.wheres = append(p.wheres, [2]int{p.i + 1, len(p.toks)})
	case set:
		p.sets = append(p.sets, [2]int{p.i + 1, len(p.toks)})
	}
}

func (p *parser) comma(t token) {
	f := p.top()
	if t.text != "," {
		return
	}
	switch f.clause {
	case from:
		f.want = true
	case list:
		if f.query || len(p.frames) == 1 {
			f.item++
		}
	}
}

// atVerb tells that a verb here begins a query of the frame.
func (p *parser) atVerb() bool {
	prev := p.tok(-1)
	switch {
	case p.i == 0, prev.kind == open:
		return true
	case p.top().verb == Other:
		return len(p.frames) == 1 || p.top().query
	}
	inserts := p.top().query && (p.top().verb == Insert || p.top().verb == Replace)
	return prev.among(" union all except intersect distinct then begin else loop ") || inserts && !prev.among(" do key ")
}

func (p *parser) word(t token) {
	f := p.top()
	switch {
	case lockFuncs[t.text].Func != "" && p.tok(1).kind == open:
		p.lockCall(lockFuncs[t.text])
	case t.is("sp_getapplock") || t.is("sp_releaseapplock"):
		p.appLock(t.is("sp_releaseapplock"))
	case t.is("values"):
		if f.verb == Insert || f.verb == Replace {
			p.noteValues()
		}
	case t.among(verbWords) && p.atVerb() && p.tok(1).kind != open:
		p.verb(t)
	case t.is("select") && p.atVerb():
		p.verb(t)
	case t.is("with") && (p.i == 0 || p.tok(-1).kind == open):
		f.query = true
		p.with = p.with || p.i == 0
	case t.is("as") && p.tok(1).kind == open || t.is("as") && p.tok(1).among(" materialized not "):
		if p.with && p.main < 0 {
			p.cteName()
		}
	case t.is("from") && p.isFrom():
		p.enter(from)
		p.top().want = true
	case t.is("join") || t.is("straight_join"):
		if f.clause != from {
			p.enter(from)
		}
		p.top().want = true
	case t.is("using") && (f.verb == Merge || f.verb == Delete):
		p.enter(from)
		p.top().want = true
	case t.is("set") && (f.verb == Update || f.verb == Insert || f.verb == Merge || f.verb == Replace):
		p.enter(set)
	case t.is("where"):
		p.enter(where)
	default:
		p.rest(t)
	}
}

// rest looks at the words that end clauses or say something about the whole statement.
func (p *parser) rest(t token) {
	f := p.top()
	next := p.tok(1)
	switch {
	case t.is("for") && p.rowLock():
	case t.is("lock") && next.is("in") && p.tok(2).is("share"):
		p.st.RowLock, p.st.RowShare = true, true
	case t.among(" nowait ") || t.is("skip") && next.is("locked"):
		p.st.RowTry = true
	case t.among(" updlock xlock ") && f.fn == "with":
		p.st.RowLock = true
	case t.is("readpast") && f.fn == "with":
		p.st.RowTry = true
	case t.is("returning") || t.is("output") && next.among(" inserted deleted "):
		p.st.Returning = true
	case t.is("conflict") && p.tok(-1).is("on"), t.is("duplicate") && next.is("key"):
		p.st.Upsert = true
		if t.is("duplicate") && p.tok(2).is("update") {
			p.i += 2
			p.enter(set)
			return
		}
	case t.is("isolation") && next.is("level"):
		p.st.Isolation = p.isolation()
	}
	switch {
	case t.is("on") && !next.among(" conflict duplicate "):
		f.want = false
	case t.among(endOfList) && f.clause != other, t.is("when") && f.verb == Merge, t.is("output") && next.among(" inserted deleted "):
		p.enter(other)
	}
}

// isFrom tells FROM of a query from EXTRACT(x FROM y) and IS DISTINCT FROM.
func (p *parser) isFrom() bool {
	if p.tok(-1).is("distinct") && p.tok(-2).among(" is not ") {
		return false
	}
	return p.top().query || len(p.frames) == 1
}

func (p *parser) rowLock() bool {
	words := ""
	for n := 1; n <= 3; n++ {
		words += p.tok(n).text + " "
	}
	for _, form := range [...]string{"update ", "share ", "no key update ", "key share "} {
		if !strings.HasPrefix(words, form) {
			continue
		}
		p.st.RowLock = true
		p.st.RowShare = strings.HasSuffix(form, "share ")
		p.enter(other)
		p.i += strings.Count(form, " ")
		return true
	}
	return false
}

func (p *parser) isolation() string {
	var level []string
	for n := 2; p.tok(n).among(" read committed uncommitted repeatable serializable snapshot "); n++ {
		level = append(level, p.tok(n).text)
	}
	return strings.Join(level, " ")
}

// cteName notes the name before AS, behind a list of columns.
func (p *parser) cteName() {
	n := -1
	if p.tok(n).kind == closing {
		for n--; p.tok(n).kind != open && p.tok(n).kind != semicolon; n-- {
		}
		n--
	}
	if t := p.tok(n); t.name() {
		p.ctes = append(p.ctes, t.text)
	}
}
