// Package page draws an inventory: as one page that needs nothing else, and as SVG.
package page

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/picture"
)

var (
	//go:embed page.html
	source string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// Line ends between elements are for those who read the template: a browser makes a node of each.
var parsed = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(strings.ReplaceAll(source, ">\n", ">")))
})

// A view is what the page shows, in the order in which it does.
type view struct {
	Policy    string // what the page may do: nothing but its own style and script
	Style     template.CSS
	Script    template.JS
	Title     string
	Summary   []figure
	Rules     []choice
	Resources []resource
	Wrappers  []site
	Filters   []filter
	Sites     int
}

// A figure is a number of the summary.
type figure struct {
	N    int
	What string
	Bad  bool
}

// A choice is a value to filter by, and how many sites have it.
type choice struct {
	Value, Text string
	N           int
}

type filter struct {
	Name, Label, All string
	Choices          []choice
}

type resource struct {
	Name    string
	ID      string
	Badges  []badge
	Tables  string
	Sites   []site
	Faults  int
	weight  int
	several bool // templates
}

// A badge is a word or two in a frame.
type badge struct {
	Text string
	Is   string // "", bad, warn
}

type site struct {
	ID       string
	Resource int // as its number among the resources, so that names are not written a hundred times
	Kind     string
	Package  string
	Marks    string // the values of the filters of faults and rules, with spaces between them
	Bad      bool
	Badges   []badge
	Facts    []fact
	Rows     []row
	picture.Timeline
	Bars *bars
	Lock string
}

// A fact is a line of what is known of a site.
type fact struct {
	Name, Text string
	Bad        bool
}

// A row is a step, with the classes that draw its part of the bars.
type row struct {
	Class string
	picture.Step
	Marked []picture.Note // those that are good or bad
	About  string         // and the others
}

type bars struct {
	Life, Within, Beyond int64 // thousandths
	LifeText, WorkText   string
	Endless, Over, Bad   bool
}

// HTML writes the page.
func HTML(w io.Writer, inv *inventory.Inventory) error {
	v := view{
		Style:  template.CSS(style), // #nosec G203 -- a file of this package
		Script: template.JS(script), // #nosec G203 -- a file of this package
		Policy: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hash(style), hash(script)),
		Title:  title(inv),
		Sites:  len(inv.Sites),
	}
	v.Resources = resources(inv)
	for i := range inv.Wrappers {
		s := siteOf(&inv.Wrappers[i])
		s.ID, s.Resource = "w-"+s.ID, -1
		v.Wrappers = append(v.Wrappers, s)
	}
	v.Summary = summary(inv)
	v.Rules = rules(inv)
	v.Filters = filters(inv, &v)
	return parsed().Execute(w, v)
}

// hash is how a content security policy names a script or a style.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// title names what was looked at: directories that were given, or what the packages have in common.
func title(inv *inventory.Inventory) string {
	var dirs, common []string
	for _, m := range inv.Modules {
		if m.Dir != "." {
			dirs = append(dirs, m.Dir)
		}
	}
	for i, s := range inv.Sites {
		path := strings.Split(s.Package, "/")
		if i == 0 {
			common = path
		}
		n := 0
		for n < min(len(common), len(path)) && common[n] == path[n] {
			n++
		}
		common = common[:n]
	}
	switch {
	case len(dirs) > 0:
		return "Locks of " + strings.Join(dirs, ", ")
	case len(common) > 0:
		return "Locks of " + strings.Join(common, "/")
	}
	return "Locks"
}

// maxTemplates is how many templates stand above a resource.
const maxTemplates = 8

// resources are the resources with the worst ones first, and so are their sites.
func resources(inv *inventory.Inventory) []resource {
	byID := map[string]*inventory.Site{}
	for i := range inv.Sites {
		byID[inv.Sites[i].ID] = &inv.Sites[i]
	}
	var out []resource
	for _, r := range inv.Resources {
		v := resource{Name: r.Name, Tables: strings.Join(r.Tables, ", ")}
		for _, id := range r.Sites {
			s := siteOf(byID[id])
			v.Faults += len(s.Faults)
			v.Sites = append(v.Sites, s)
		}
		slices.SortStableFunc(v.Sites, func(a, b site) int { return cmp.Compare(len(b.Faults), len(a.Faults)) })
		v.weight = v.Faults * 10
		if v.Faults > 0 {
			v.Badges = append(v.Badges, badge{countOf(v.Faults, "fault"), "bad"})
		}
		v.several = slices.Contains(r.Marks, inventory.MarkTwoTemplates)
		if v.several {
			v.weight += 5
			v.Badges = append(v.Badges, badge{strconv.Itoa(len(r.Templates)) + " templates", "bad"})
		}
		for i, t := range r.Templates {
			if more := len(r.Templates) - i; i == maxTemplates && more > 1 {
				v.Badges = append(v.Badges, badge{fmt.Sprintf("and %d more", more), ""})
				break
			}
			v.Badges = append(v.Badges, badge{t, map[bool]string{true: "warn"}[v.several]})
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b resource) int { return cmp.Compare(b.weight, a.weight) })
	for i := range out {
		out[i].ID = "resource-" + strconv.Itoa(i)
		for k := range out[i].Sites {
			s := &out[i].Sites[k]
			s.Resource = i
			if out[i].several {
				s.Marks = strings.TrimSpace(s.Marks + " " + inventory.MarkTwoTemplates)
			}
		}
	}
	return out
}

func siteOf(in *inventory.Site) site {
	s := site{ID: in.ID, Kind: in.Lock.What, Package: in.Package, Timeline: Timeline(in), Lock: lockText(in.Lock)}
	marks := slices.Clone(in.Marks)
	for _, f := range in.Findings {
		s.Badges = append(s.Badges, badge{f.Rule + "/" + f.Category, "bad"})
		marks = append(marks, f.Rule)
	}
	slices.Sort(marks)
	s.Marks = strings.Join(slices.Compact(marks), " ")
	s.Bad = len(in.Findings) > 0
	if in.Unknown != "" {
		s.Badges = append(s.Badges, badge{"not understood", "warn"})
	}
	switch in.TTL.Is {
	case "limited":
		s.Badges = append(s.Badges, badge{"TTL " + picture.Duration(in.TTL.MS), ""})
	case "unlimited":
		s.Badges = append(s.Badges, badge{"no TTL", "warn"})
	}
	for i := range s.Steps {
		s.Rows = append(s.Rows, rowOf(&s.Timeline, i))
	}
	s.Bars = barsOf(&s.Timeline)
	s.Facts = facts(in)
	return s
}

func rowOf(t *picture.Timeline, i int) row {
	r := row{Class: classes(t, i), Step: t.Steps[i]}
	var about []string
	for _, n := range r.Notes {
		if n.Is == "" {
			about = append(about, n.Text)
		} else {
			r.Marked = append(r.Marked, n)
		}
	}
	r.About = strings.Join(about, " · ")
	return r
}

// classes say what a row looks like: k for the lock, t for a transaction, each with s(tart), o(n), e(nd), or x where it goes on behind the
// last row; g in the gap between release and commit.
func classes(t *picture.Timeline, i int) string {
	parts := []string{"e-" + t.Steps[i].What}
	last := i == len(t.Steps)-1
	add := func(lane string, p picture.Part) {
		if p == picture.Off {
			return
		}
		parts = append(parts, lane, lane+string(p[0]))
		if last && p != picture.End {
			parts = append(parts, lane+"x")
		}
	}
	add("k", t.Lock.At(i))
	add("t", t.TxAt(i))
	if t.Uncovered(i) {
		parts = append(parts, "g")
	}
	if t.EndsEarly() && i == t.Lock.To {
		parts = append(parts, "early")
	}
	if t.Steps[i].Fault {
		parts = append(parts, "f")
	}
	return strings.Join(parts, " ")
}

func barsOf(t *picture.Timeline) *bars {
	l := t.Lease
	if l == nil {
		return nil
	}
	b := &bars{LifeText: l.LifeText(), WorkText: l.WorkText(), Endless: l.Endless, Over: l.Outlasted() || l.Endless, Bad: t.TooLong()}
	b.Life, b.Within, b.Beyond = l.Bars()
	return b
}

func countOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
