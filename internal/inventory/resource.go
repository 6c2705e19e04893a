package inventory

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/effects"
)

// group lays the sites side by side that guard one resource. What that is, a word of the template says: of its words the
// one that most other templates and the tables written under the locks have too. Sites without a template go to the
// resource of the table that they write. given are the resources of templates that somebody has named.
func (inv *Inventory) group(given map[string]string) {
	g := newGrouping(inv.Sites, given)
	for i := range inv.Sites {
		s := &inv.Sites[i]
		if s.Resource = g.named(s); s.Resource == "" {
			continue
		}
		if g.writes[s.Resource] == nil {
			g.writes[s.Resource] = map[string]bool{}
		}
		for _, table := range s.written() {
			if !s.Lock.Claim {
				g.writes[s.Resource][table] = true
			}
		}
	}
	g.join(inv.Sites)
	byName := map[string]*Resource{}
	for i := range inv.Sites {
		s := &inv.Sites[i]
		if s.Resource == "" {
			s.Resource = g.byTable(s)
		}
		r := byName[s.Resource]
		if r == nil {
			r = &Resource{Name: s.Resource, Templates: []string{}, Tables: []string{}, Kinds: []string{}, Packages: []string{}, Marks: []string{}}
			byName[s.Resource] = r
		}
		r.add(s)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		r := byName[name]
		for _, list := range []*[]string{&r.Templates, &r.Tables, &r.Kinds, &r.Packages} {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
		inv.Resources = append(inv.Resources, *r)
	}
}

func (r *Resource) add(s *Site) {
	r.Sites = append(r.Sites, s.ID)
	if s.named() {
		r.Templates = append(r.Templates, s.Lock.Template)
	}
	for _, a := range s.Tables {
		if a.Write || s.Lock.ofData() {
			r.Tables = append(r.Tables, a.Table)
		}
	}
	r.Kinds = append(r.Kinds, s.Lock.What)
	r.Packages = append(r.Packages, s.Package)
}

// A grouping knows the words of all templates.
type grouping struct {
	words  map[string][]string // by template
	count  map[string]int      // how many templates have the word
	tables map[string]map[string]bool
	spaces map[string]bool // words that begin most templates: the name of the program
	given  map[string]string
	writes map[string]map[string]bool // the tables that are written under the locks of a resource
}

func newGrouping(sites []Site, given map[string]string) *grouping {
	g := &grouping{
		words: map[string][]string{}, count: map[string]int{}, tables: map[string]map[string]bool{}, spaces: map[string]bool{},
		given: given, writes: map[string]map[string]bool{},
	}
	firsts := map[string]int{}
	for _, s := range sites {
		t := s.Lock.Template
		if t == "" || s.Lock.Kind == process {
			continue
		}
		if g.words[t] == nil {
			g.words[t] = nouns(t)
			if len(g.words[t]) > 1 {
				firsts[g.words[t][0]]++
			}
		}
		if g.tables[t] == nil {
			g.tables[t] = map[string]bool{}
		}
		for _, table := range s.written() {
			g.tables[t][table] = true
		}
	}
	for w, n := range firsts {
		if n >= minSpace && n*5 >= len(g.words)*4 {
			g.spaces[w] = true
		}
	}
	for t, words := range g.words {
		words = slices.DeleteFunc(words, func(w string) bool { return g.spaces[w] && len(words) > 1 })
		g.words[t] = words
		for _, w := range slices.Compact(slices.Sorted(slices.Values(words))) {
			g.count[w]++
		}
	}
	return g
}

// join makes one of resources whose locks write one table, the same, and nothing else: what they are called differs, and
// what they guard does not. Those that somebody has named stay apart.
func (g *grouping) join(sites []Site) {
	byTable := map[string]string{}
	into := map[string]string{}
	named := slices.Collect(maps.Values(g.given))
	for _, name := range slices.Sorted(maps.Keys(g.writes)) {
		if len(g.writes[name]) != 1 || slices.Contains(named, name) {
			continue
		}
		table := slices.Collect(maps.Keys(g.writes[name]))[0]
		if name == table || byTable[table] == "" {
			byTable[table] = name
		}
		into[name] = table
	}
	for i := range sites {
		if table, ok := into[sites[i].Resource]; ok {
			sites[i].Resource = byTable[table]
		}
	}
}

// minSpace is how many templates begin with a word before it can be the program's name and not a resource.
const minSpace = 4

// What statements take that lock rows, or tables.
const (
	rowLock   = "row lock"
	tableLock = "table lock"
)

// ofData tells a lock on rows or a table.
func (l Lock) ofData() bool { return l.What == rowLock || l.What == tableLock }

// named names the resource of a site by the words of its template, "" where these say nothing.
func (g *grouping) named(s *Site) string {
	t := s.Lock.Template
	if t == "" || s.Lock.Kind == process {
		return ""
	}
	if name := g.given[t]; name != "" {
		return name
	}
	worth := func(w string) int {
		if g.tables[t][w] {
			return g.count[w] + 2
		}
		return g.count[w]
	}
	best := ""
	for _, w := range g.words[t] {
		if best == "" || worth(w) > worth(best) {
			best = w
		}
	}
	return best
}

// byTable names the resource of a site whose template has no words, by the table that is written: that of the resource
// whose locks guard the same table, if there is one.
func (g *grouping) byTable(s *Site) string {
	written := s.written()
	if len(written) == 0 {
		name := cmp.Or(s.Lock.Template, s.Lock.Name)
		if s.Lock.Kind == process {
			name = s.Package[strings.LastIndexByte(s.Package, '/')+1:] + ": " + name
		}
		return name
	}
	table := written[0]
	switch writes, known := g.writes[table]; {
	case !known: // no resource is called so
		return table
	case writes[table]:
		return table
	}
	return "table " + table
}

// written are the tables that are written under the lock, or whose rows are it, as words.
func (s *Site) written() []string {
	var out []string
	for _, a := range s.Tables {
		if a.Write && a.Store == "sql" || s.Lock.ofData() {
			out = append(out, tableWord(a.Table))
		}
	}
	return out
}

// tableWord is the word of a table: orders, shop.orders and "order" are order.
func tableWord(table string) string {
	table = table[strings.LastIndexByte(table, '.')+1:]
	return singular(strings.ToLower(strings.Trim(table, "`\"[]")))
}

// nouns are the words of a template that may name a resource, in the singular.
func nouns(template string) []string {
	var out []string
	for _, w := range effects.Words(strings.ReplaceAll(template, "{}", " ")) {
		if w = singular(w); !effects.CallsItLock(w) && !slices.Contains(filler, w) {
			out = append(out, w)
		}
	}
	return out
}

// filler are words of keys that name no resource.
var filler = []string{"key", "redi", "redis", "dist", "distributed", "mutex", "id", "the", "of", "by", "for", "app", "service", "svc", "api", "v", "prod", "dev", "test", "global", "local", "cache", "sync"}

// singular is a word without the ending of the plural.
func singular(w string) string {
	switch {
	case len(w) <= 3:
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}
