package inventory

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

// A Found is a site of one package, before it is known who calls whom.
type Found struct {
	Site    Site
	Func    string   // the full name of the function, or literal, that it stands in
	Targets []string // the full names of the functions of the project that it may call
	HandsOn bool     // the lock is the business of the callers of Func

	Signature string // of Func: name and types, without the receiver
	Callee    string // that of what a presumed site calls
	Presumed  bool   // nothing is known of what it calls but the name

	Under []Call // a mutex under which nothing but calls like these leads out of the process

	Methods []string // of the receiver of Func, where rows are locked for its callers
}

// Notes are what is known of one package.
type Notes struct {
	Found   []Found
	Ways    []Way
	TxCalls []TxCall
}

// Of are the sites of the package of a result, in the order of the source. Names of files are absolute.
func Of(r *effects.Result) Notes {
	c := collector{r: r, takings: map[token.Pos][]effects.Taking{}, wayMemo: map[*types.Func]Way{}, netMemo: map[*types.Package]bool{}, following: map[*types.Func]bool{}}
	for _, t := range r.Takings(func(e effects.Event) bool { return e.Kind == summary.Acquire || ofData(e) }) {
		pos := t.Acquire().Pos
		c.takings[pos] = append(c.takings[pos], t)
	}
	sites := r.LockSites()
	known := map[token.Pos]bool{}
	for _, s := range sites {
		known[s.Pos] = true
	}
	for pos, all := range c.takings {
		if first := all[0]; !known[pos] && pos.IsValid() && ofData(first.Acquire()) {
			sites, known[pos] = append(sites, rowSite(pos, all)), true
		}
	}
	slices.SortFunc(sites, func(a, b effects.LockSite) int { return cmp.Compare(a.Pos, b.Pos) })
	var out []Found
	for _, s := range sites {
		for _, s := range c.each(s) {
			f := c.found(s)
			if nameless(s, f.Site) {
				continue
			}
			if f.Site.Lock.Kind == process && !matters(f.Site) {
				if f.Under = c.outsideUnder(&view{collector: &c, site: &f.Site}, s); len(f.Under) == 0 {
					continue
				}
			}
			out = append(out, f)
		}
	}
	out = append(out, c.presumed(known)...)
	return Notes{append(out, c.statements(out)...), c.ways(), c.txCalls(known)}
}

// each is a site for each of the locks that are taken at its place on one path: a statement may take several, and so may
// a function. A mutex beside another lock is part of how that is taken.
func (c *collector) each(s effects.LockSite) []effects.LockSite {
	out := []effects.LockSite{s}
	if s.Lock.Kind == catalog.Process {
		return out
	}
	for _, t := range c.takings[s.Pos] {
		all, itself := []effects.LockSite{s}, false
		for _, e := range t.Path.Events {
			if e.Pos != s.Pos || e.Kind != summary.Acquire || e.Lock.Kind == catalog.Process {
				continue
			}
			itself = itself || sameLock(s.Lock, e.Lock)
			if !slices.ContainsFunc(all, func(o effects.LockSite) bool { return sameLock(o.Lock, e.Lock) }) {
				another := s
				another.Lock = e.Lock
				all = append(all, another)
			}
		}
		if itself && len(all) > len(out) {
			out = all
		}
	}
	return out
}

// sameLock tells locks that are the same to a reader.
func sameLock(a, b summary.Lock) bool {
	return a.Kind == b.Kind && a.Shared == b.Shared && a.Key.Pattern() == b.Key.Pattern()
}

// matters tells a mutex of the process under which a store is read or written, or another program called: others guard
// memory, and are nobody's business but their type's.
func matters(s Site) bool {
	return slices.ContainsFunc(s.Timeline, func(e Event) bool {
		return e.Held && (e.What == "read" || e.What == "write" || e.What == "outbound")
	})
}

// nameless tells a mutex that a function of the program is left with on one of its paths, of which its caller knows nothing: the
// next round of a loop, or what comes of it, gives it back there.
func nameless(s effects.LockSite, site Site) bool {
	return site.Lock.Kind == process && len(s.Targets) > 0 && len(site.Releases) == 0 && s.Lock.Key == nil && s.Lock.Handle.Has(summary.Local, summary.Fresh)
}

// ofData tells a statement that locks rows, or a table.
func ofData(e effects.Event) bool { return e.LocksData() || e.OwnStatement() }

// rowSite is the site of a statement that locks rows.
func rowSite(pos token.Pos, all []effects.Taking) effects.LockSite {
	t := all[0]
	e := t.Acquire()
	s := effects.LockSite{Pos: pos, Func: t.Func.Name, Lock: summary.Lock{Kind: catalog.Transaction, Conn: e.Handle}}
	begin, _ := t.Path.OpenAt(e.Handle, t.At)
	s.Keeps = begin < 0 && !e.OwnStatement() // the transaction is the caller's, and so are the rows
	if len(e.Via) > 0 {
		s.Targets = []string{rowTarget(e.Via[0])}
	}
	return s
}

// rowTarget stands for the functions of a name that lock rows: more is not known of them.
func rowTarget(name string) string { return "rows:" + name }

// A collector makes the sites of one package.
type collector struct {
	r       *effects.Result
	takings map[token.Pos][]effects.Taking

	decls   map[*types.Func]*ast.FuncDecl // nil: not made yet
	wayMemo map[*types.Func]Way

	keyReleases map[string][]Release // nil: not looked for yet
	netMemo     map[*types.Package]bool

	following map[*types.Func]bool // whose ways are being looked for
}

func (c *collector) found(s effects.LockSite) Found {
	pass := c.r.Pass()
	at := c.r.Site(s.Pos)
	f := Found{Func: s.Func, Targets: s.Targets}
	site := &f.Site
	site.Pos, site.Package = c.pos(at.Pos), strings.TrimSuffix(pass.Pkg.Path(), "_test")
	site.Callee, site.Unknown = s.Callee, s.Unknown
	if at.Node != nil {
		site.Text = finding.Text(pass.Fset, at.Node)
	}
	for _, file := range pass.Files {
		if file.FileStart <= at.Pos && at.Pos < file.FileEnd {
			site.Function = finding.Enclosing(file, at.Pos)
		}
	}
	takings := c.takingsOf(s)
	v := view{collector: c, site: site, takings: takings}
	v.fill(s)
	c.releasesByKey(site)
	f.HandsOn = s.Runs && !ownWork(*site) || s.Keeps && site.Fate != "released"
	if fn := c.declOf(at.Pos); fn != nil {
		if def, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func); ok {
			f.Signature = signatureOf(def)
			if f.HandsOn && site.Lock.ofData() {
				f.Methods = receiverMethods(def)
			}
		}
	}
	call := c.callOf(s, at.Pos)
	if call != nil && site.Lock.Template == "" && site.Lock.Kind != process && !site.Lock.ofData() && len(f.Targets) > 0 {
		c.keyArgument(site, call)
	}
	if call != nil && s.Unknown != "" && (s.Lock.Handle == nil && s.Lock.Key == nil || site.Lock.Assuming != "") {
		c.lifeArgument(site, call)
		f.Presumed = true
		if obj, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func); ok {
			f.Callee, f.Targets = signatureOf(obj), append(f.Targets, obj.FullName())
		}
	}
	return f
}

// ownWork tells a site in a function that gives the lock its key and does something under it by itself: that it is given a
// function, too, which it runs, makes it no runner.
func ownWork(s Site) bool {
	return s.Lock.Template != "" && s.Fate == "released" && slices.ContainsFunc(s.Timeline, func(e Event) bool {
		return e.Held && slices.Contains([]string{"begin", "read", "write", "outbound"}, e.What)
	})
}

// callOf is the call at which the lock of a site is taken.
func (c *collector) callOf(s effects.LockSite, pos token.Pos) *ast.CallExpr {
	if fn := c.declOf(pos); fn != nil {
		return callAt(fn, s.Pos)
	}
	return nil
}

// takingsOf are the paths on which the lock of the site is taken, those of other locks at the same place left out.
func (c *collector) takingsOf(s effects.LockSite) []effects.Taking {
	all := c.takings[s.Pos]
	same := slices.DeleteFunc(slices.Clone(all), func(t effects.Taking) bool {
		e := t.Acquire() // in the terms of another function, if the site is in a literal
		return e.Kind != summary.Acquire || !sameLock(e.Lock, s.Lock)
	})
	if len(same) > 0 {
		return same
	}
	return all
}

func (c *collector) pos(pos token.Pos) Pos {
	p := c.r.Pass().Fset.Position(pos)
	return Pos{File: p.Filename, Line: p.Line, Column: p.Column}
}

// at is the place of an event, and its source.
func (c *collector) at(e effects.Event) (Pos, string) {
	steps := c.r.Steps(e)
	if len(steps) == 0 {
		return Pos{}, ""
	}
	return c.pos(steps[0].Pos), steps[0].Text
}
