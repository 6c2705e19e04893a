package inventory

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/report"
)

// A Part is what one run found in a module.
type Part struct {
	Module   Module
	Found    []Found
	Ways     []Way
	TxCalls  []TxCall
	Findings []finding.Record
}

// Make makes the inventory of some modules, with the resources that the configuration names. Names of files become
// relative to dir.
func Make(dir string, parts []Part, demands config.Inventory) *Inventory {
	inv := &Inventory{Version: Version, Sites: []Site{}, Wrappers: []Site{}, Resources: []Resource{}}
	var all []Found
	for _, p := range parts {
		inv.Modules = append(inv.Modules, p.Module)
		for _, f := range append(leadingOut(p), rowCalls(p)...) {
			f.Site.Module = p.Module.Dir
			addFindings(&f.Site, p.Findings)
			all = append(all, f)
		}
	}
	for i := range all {
		all[i].Site.eachPos(func(p *Pos) { p.File = report.Rel(dir, p.File) })
	}
	slices.SortStableFunc(all, func(a, b Found) int { return compareSites(a.Site, b.Site) })
	all = slices.CompactFunc(all, func(a, b Found) bool { return a.Site.Pos == b.Site.Pos && a.Site.Lock.same(b.Site.Lock) })
	inherit(all)
	inv.part(all)
	for _, sites := range [][]Site{inv.Sites, inv.Wrappers} {
		number(sites)
		for i := range sites {
			sites[i].complete()
			sites[i].mark()
		}
	}
	inv.group(demands.Resources())
	inv.markResources(demands)
	inv.count()
	return inv
}

// same tells locks that a reader cannot tell apart.
func (l Lock) same(o Lock) bool { return l.Kind == o.Kind && l.Shared == o.Shared && l.Name == o.Name }

// shortName is the name of a function alone.
func shortName(full string) string { return full[strings.LastIndexByte(full, '.')+1:] }

func compareSites(a, b Site) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(len(b.Timeline), len(a.Timeline)))
}

// number gives each site its ID.
func number(sites []Site) {
	seen := map[string]int{}
	for i := range sites {
		s := &sites[i]
		key := strings.Join([]string{s.Package, s.Function, s.Lock.Kind, s.Lock.Name}, "\x00")
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		seen[key]++
		s.ID = hex.EncodeToString(sum[:8])
	}
}

// complete makes empty lists of those that are not there: in JSON they are [].
func (s *Site) complete() {
	s.Via, s.Defence.How = filled(s.Via), filled(s.Defence.How)
	s.Releases, s.Timeline = filled(s.Releases), filled(s.Timeline)
	s.Tables, s.Findings = filled(s.Tables), filled(s.Findings)
}

func filled[E any](list []E) []E {
	if list == nil {
		return []E{}
	}
	return list
}

// eachPos visits all places of the site.
func (s *Site) eachPos(visit func(*Pos)) {
	visit(&s.Pos)
	for i := range s.Releases {
		visit(&s.Releases[i].Pos)
	}
	for _, p := range []*Pos{s.Transaction.Begin, s.Transaction.End} {
		if p != nil {
			visit(p)
		}
	}
	for i := range s.Timeline {
		e := &s.Timeline[i]
		visit(&e.Pos)
		for k := range e.Trail {
			visit(&e.Trail[k])
		}
	}
	for i := range s.Findings {
		visit(&s.Findings[i].Pos)
	}
}

// addFindings adds those findings that speak of the lock of the site: they point at the acquire, or at its release, or
// an acquire of their timeline is it.
func addFindings(s *Site, findings []finding.Record) {
	at := func(p token.Position, q Pos) bool {
		return p.Filename == q.File && p.Line == q.Line && p.Column == q.Column
	}
	for _, f := range findings {
		first := slices.IndexFunc(f.Timeline, func(step finding.RecordStep) bool { return strings.HasPrefix(step.Message, "acquire ") })
		about := at(f.Pos, s.Pos) || first >= 0 && at(f.Timeline[first].Pos, s.Pos)
		if first < 0 {
			about = about || slices.ContainsFunc(s.Releases, func(r Release) bool { return at(f.Pos, r.Pos) }) || withinSteps(f, s)
		}
		if about {
			s.Findings = append(s.Findings, Finding{
				Rule: f.Rule, Category: f.Category, ID: f.ID, Message: f.Message, Sure: report.Sure(f).String(),
				Pos: Pos{File: f.Pos.Filename, Line: f.Pos.Line, Column: f.Pos.Column},
			})
		}
	}
}

// withinSteps tells a finding about the key of the lock: it stands in the function, and one of its lines is the acquire's.
func withinSteps(f finding.Record, s *Site) bool {
	return f.Rule == "keytemplate" && f.PkgPath == s.Package && f.Func == s.Function && strings.Contains(f.Message, `"`+s.Lock.Template+`"`)
}

// The marks of sites.
const (
	MarkNoTemplate = "no-template" // nothing is known of the key
	MarkNoTTL      = "no-ttl"      // a lease that never ends
	MarkNoDefence  = "no-defence"  // writes that nothing but the lock guards
	MarkFinding    = "finding"
	MarkUnknown    = "unknown" // the site is not understood
	// MarkTwoTemplates is the mark of a resource whose locks have different templates: they do not keep each other out.
	MarkTwoTemplates = "two-templates"
)

// mark says what a reader has to look at.
func (s *Site) mark() {
	s.Marks = []string{}
	add := func(mark string, is bool) {
		if is {
			s.Marks = append(s.Marks, mark)
		}
	}
	l := s.Lock
	add(MarkFinding, len(s.Findings) > 0)
	add(MarkUnknown, s.Unknown != "")
	add(MarkNoTemplate, l.Template == "" && l.Kind != process && !l.ofData())
	add(MarkNoTTL, s.TTL.Is == "unlimited")
	add(MarkNoDefence, s.Defence.Is == "missing" || s.Defence.Is == "partly")
}

// markResources marks the resources whose locks have several templates, where nobody has said that these are right.
func (inv *Inventory) markResources(demands config.Inventory) {
	for i := range inv.Resources {
		r := &inv.Resources[i]
		unsaid := func(t string) bool { return !slices.Contains(demands.Templates[r.Name], t) }
		if len(r.Templates) > 1 && slices.ContainsFunc(r.Templates, unsaid) && !inv.oneForAll(r) {
			r.Marks = append(r.Marks, MarkTwoTemplates)
		}
	}
}

// oneForAll tells a resource with a template that is taken at each of its places: locks that are taken together keep others
// out by that.
func (inv *Inventory) oneForAll(r *Resource) bool {
	at := map[Pos][]string{}
	for _, s := range inv.Sites {
		if s.Resource == r.Name && s.Lock.Template != "" {
			at[s.Pos] = append(at[s.Pos], s.Lock.Template)
		}
	}
	return slices.ContainsFunc(r.Templates, func(t string) bool {
		for _, taken := range at {
			if !slices.Contains(taken, t) {
				return false
			}
		}
		return true
	})
}

func (inv *Inventory) count() {
	packages, marks := map[string]bool{}, map[string]int{}
	findings := map[string]bool{}
	for _, s := range inv.Sites {
		packages[s.Package] = true
		for _, m := range s.Marks {
			marks[m]++
		}
		for _, f := range s.Findings {
			findings[f.ID] = true
		}
	}
	for _, r := range inv.Resources {
		for _, m := range r.Marks {
			marks[m]++
		}
	}
	inv.Counts = Counts{Sites: len(inv.Sites), Resources: len(inv.Resources), Packages: len(packages), Findings: len(findings), Marks: []Mark{}}
	for _, m := range []string{MarkFinding, MarkTwoTemplates, MarkNoTTL, MarkNoDefence, MarkNoTemplate, MarkUnknown} {
		if marks[m] > 0 {
			inv.Counts.Marks = append(inv.Counts.Marks, Mark{m, marks[m]})
		}
	}
}
