package sqltext

import (
	"slices"
	"strings"
)

// lockFuncs are the functions that take and give back locks.
var lockFuncs = map[string]LockCall{
	"pg_advisory_lock":                 {Func: "pg_advisory_lock"},
	"pg_advisory_lock_shared":          {Func: "pg_advisory_lock_shared", Shared: true},
	"pg_try_advisory_lock":             {Func: "pg_try_advisory_lock", Try: true},
	"pg_try_advisory_lock_shared":      {Func: "pg_try_advisory_lock_shared", Try: true, Shared: true},
	"pg_advisory_xact_lock":            {Func: "pg_advisory_xact_lock", Scope: Transaction},
	"pg_advisory_xact_lock_shared":     {Func: "pg_advisory_xact_lock_shared", Scope: Transaction, Shared: true},
	"pg_try_advisory_xact_lock":        {Func: "pg_try_advisory_xact_lock", Scope: Transaction, Try: true},
	"pg_try_advisory_xact_lock_shared": {Func: "pg_try_advisory_xact_lock_shared", Scope: Transaction, Try: true, Shared: true},
	"pg_advisory_unlock":               {Func: "pg_advisory_unlock", Release: true},
	"pg_advisory_unlock_shared":        {Func: "pg_advisory_unlock_shared", Release: true, Shared: true},
	"pg_advisory_unlock_all":           {Func: "pg_advisory_unlock_all", Release: true, All: true},
	"get_lock":                         {Func: "get_lock"},
	"release_lock":                     {Func: "release_lock", Release: true},
	"release_all_locks":                {Func: "release_all_locks", Release: true, All: true},
}

// Columns of locks whose answer is in a CTE: known when the whole statement has been read.
const inCTE = -2

// maxLocks bounds the calls noted of one statement, and with them the time for calls in calls.
const maxLocks = 32

// full tells that no more calls are noted.
func (p *parser) full() bool { return len(p.st.Locks) >= maxLocks }

// lockCall reads the call of a lock function, whose name is the current token.
func (p *parser) lockCall(l LockCall) {
	if p.full() {
		return
	}
	end := p.matching(p.i + 1)
	args := p.toks[min(p.i+2, end):end]
	if l.Func == "get_lock" {
		name, timeout := cutComma(args)
		l.Timeout = textOf(timeout)
		l.Try = l.Timeout == "0"
		args = name
	}
	l.Key = textOf(args)
	l.Args, l.Names = params(args)
	l.Negated = p.before("not")
	l.Column = p.answerColumn()
	p.st.Locks = append(p.st.Locks, l)
}

// before tells that the word w stands before the (perhaps qualified) name here.
func (p *parser) before(w string) bool {
	n := -1
	for p.tok(n).isOp(".") {
		n -= 2
	}
	return p.tok(n).is(w)
}

// answerColumn is the column of the outermost select list in which the parser is.
func (p *parser) answerColumn() int {
	if p.main < 0 {
		for _, f := range p.frames {
			if f.cte {
				return inCTE
			}
		}
		return -1
	}
	if p.main >= len(p.frames) { // behind a statement in parentheses, which is over
		return -1
	}
	column := p.frames[p.main].item
	for n, f := range p.frames[p.main:] {
		switch {
		case f.clause == list:
		case f.clause == from && n == 0 && f.verb == Select && column == 0: // SELECT ... FROM pg_try_advisory_lock(1)
		default:
			return -1
		}
	}
	return column
}

// answerColumns: SELECT ok FROM x, where x is a CTE that locks, has its answer in column 0.
func (p *parser) answerColumns() {
	single := p.main >= 0 && p.main < len(p.frames) && p.frames[p.main].item == 0 && p.st.Verb == Select
	for i := range p.st.Locks {
		if p.st.Locks[i].Column == inCTE {
			p.st.Locks[i].Column = -1
			if single {
				p.st.Locks[i].Column = 0
			}
		}
	}
}

// appLock reads sp_getapplock and sp_releaseapplock of SQL Server, with named or positional parameters.
func (p *parser) appLock(release bool) {
	p.st.Verb = Call
	if p.full() {
		return
	}
	order := []string{"resource", "lockmode", "lockowner", "locktimeout", "dbprincipal"}
	if release {
		order = []string{"resource", "lockowner", "dbprincipal"}
	}
	given := map[string][]token{}
	position := 0
	for rest := p.toks[p.i+1:]; len(rest) > 0; {
		var arg []token
		arg, rest = cutComma(rest)
		name := ""
		if len(arg) > 2 && arg[0].kind == placeholder && arg[1].isOp("=") {
			name, arg = strings.ToLower(arg[0].text), arg[2:]
		} else if position < len(order) {
			name = order[position]
		}
		position++
		if len(arg) > 0 {
			given[name] = arg[:1]
		}
	}
	l := LockCall{Func: "sp_getapplock", Release: release, Scope: Transaction, Column: -1, Key: textOf(given["resource"])}
	if release {
		l.Func = "sp_releaseapplock"
	}
	if strings.EqualFold(plain(given["lockowner"]), "session") {
		l.Scope = Session
	}
	l.Shared = strings.Contains(strings.ToLower(plain(given["lockmode"])), "shared")
	l.Timeout = textOf(given["locktimeout"])
	l.Try = l.Timeout == "0"
	l.Args, l.Names = params(given["resource"])
	p.st.Locks = append(p.st.Locks, l)
}

func plain(toks []token) string {
	if len(toks) == 0 {
		return ""
	}
	return toks[0].text
}

// cutComma splits at the first comma that is not in parentheses.
func cutComma(toks []token) (first, rest []token) {
	depth := 0
	for i, t := range toks {
		switch {
		case t.kind == open:
			depth++
		case t.kind == closing:
			depth--
		case depth == 0 && t.isOp(","):
			return toks[:i], toks[i+1:]
		}
	}
	return toks, nil
}

// params lists the SQL arguments in toks.
func params(toks []token) (args []int, names []string) {
	for _, t := range toks {
		if t.kind != placeholder {
			continue
		}
		if t.arg >= 0 && !slices.Contains(args, t.arg) {
			args = append(args, t.arg)
		} else if t.arg < 0 && !slices.Contains(names, t.text) {
			names = append(names, t.text)
		}
	}
	return args, names
}

// textOf writes toks in one way, however they were spaced: unquoted words in lower case, no casts.
func textOf(toks []token) string {
	var b strings.Builder
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.isOp("::") { // the type, with its parameters and array brackets, says nothing about the value
			i = castEnd(toks, i)
			continue
		}
		if b.Len() > 0 && needsSpace(toks[i-1], t) {
			b.WriteByte(' ')
		}
		switch t.kind {
		case word:
			b.WriteString(t.text)
		default:
			b.WriteString(t.raw)
		}
	}
	return b.String()
}

func needsSpace(a, b token) bool {
	if a.isOp(",") {
		return true
	}
	if a.isOp(".") || b.isOp(".") || a.kind == open || b.kind == closing || b.isOp(",") {
		return false
	}
	return !(b.kind == open && a.kind == word)
}

// castEnd is the index of the last token of the type behind :: at i.
func castEnd(toks []token, i int) int {
	if i+1 < len(toks) && toks[i+1].name() {
		i++
	}
	for i+2 < len(toks) && toks[i+1].isOp("[") {
		i += 2
	}
	return i
}
