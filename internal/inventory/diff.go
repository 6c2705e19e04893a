package inventory

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

// A Diff is what has changed between two inventories.
type Diff struct {
	Version int      `json:"version"`
	Since   string   `json:"since"` // the revision
	Added   []Site   `json:"added"`
	Removed []Site   `json:"removed"`
	Changed []Change `json:"changed"`
}

// A Change is a site that is not as it was.
type Change struct {
	Before Site       `json:"before"`
	After  Site       `json:"after"`
	What   []Property `json:"what"`
}

// A Property is what has changed of a site.
type Property struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Compare says what has changed. Sites are the same by package, function, lock and occurrence, wherever their lines are;
// of what is left over then, those of one function are matched in order, so that another template is a change, and those
// that are alike in all but the name of their function.
func Compare(before, after *Inventory, since string) *Diff {
	d := &Diff{Version: Version, Since: since, Added: []Site{}, Removed: []Site{}, Changed: []Change{}}
	old, new := slices.Clone(before.Sites), slices.Clone(after.Sites)
	match := func(key func(*Site) string) {
		waiting := map[string][]int{}
		for i := range old {
			if old[i].ID != "" {
				waiting[key(&old[i])] = append(waiting[key(&old[i])], i)
			}
		}
		for i := range new {
			if new[i].ID == "" {
				continue
			}
			k := key(&new[i])
			if list := waiting[k]; len(list) > 0 {
				d.compare(old[list[0]], new[i])
				waiting[k] = list[1:]
				old[list[0]].ID, new[i].ID = "", ""
			}
		}
	}
	match(func(s *Site) string { return s.ID })
	match(func(s *Site) string { return strings.Join([]string{s.Package, s.Function, s.Callee}, "\x00") })
	match(func(s *Site) string {
		key := []string{s.Package, s.Text}
		for _, p := range s.properties()[1:] {
			key = append(key, p.After)
		}
		return strings.Join(key, "\x00")
	})
	for i, s := range before.Sites {
		if old[i].ID != "" {
			d.Removed = append(d.Removed, s)
		}
	}
	for i, s := range after.Sites {
		if new[i].ID != "" {
			d.Added = append(d.Added, s)
		}
	}
	slices.SortFunc(d.Changed, func(a, b Change) int {
		return cmp.Or(comparePos(a.After.Pos, b.After.Pos), cmp.Compare(a.After.ID, b.After.ID))
	})
	return d
}

func (d *Diff) compare(before, after Site) {
	var what []Property
	a, b := before.properties(), after.properties()
	for i := range a {
		if a[i].After != b[i].After {
			what = append(what, Property{a[i].Name, a[i].After, b[i].After})
		}
	}
	if len(what) > 0 {
		d.Changed = append(d.Changed, Change{before, after, what})
	}
}

// properties are what counts of a site, as texts: where it stands is none of them.
func (s *Site) properties() []Property {
	var tables, events, findings []string
	for _, a := range s.Tables {
		text := a.Table + " " + map[bool]string{true: "r"}[a.Read] + map[bool]string{true: "w"}[a.Write]
		tables = append(tables, text)
	}
	for _, e := range s.Timeline {
		if e.Held && e.What == "outbound" {
			events = append(events, e.Callee+" "+e.Bound)
		}
	}
	for _, f := range s.Findings {
		findings = append(findings, f.Rule+"/"+f.Category)
	}
	return []Property{
		{Name: "function", After: s.Function},
		{Name: "lock", After: s.Lock.What + " " + s.Lock.Name},
		{Name: "ttl", After: s.TTL.short()},
		{Name: "wait", After: strings.TrimSpace(s.Wait.Is + " " + s.Wait.Text)},
		{Name: "token", After: s.Token},
		{Name: "renewal", After: s.Renewal},
		{Name: "released", After: s.releasedHow()},
		{Name: "transaction", After: s.Transaction.Relation},
		{Name: "tables", After: strings.Join(tables, ", ")},
		{Name: "outbound", After: strings.Join(events, ", ")},
		{Name: "worst", After: s.Worst.short()},
		{Name: "defence", After: strings.TrimSpace(s.Defence.Is + " " + strings.Join(s.Defence.How, ", "))},
		{Name: "findings", After: strings.Join(findings, ", ")},
	}
}

// releasedHow is how the lock is given back, place by place.
func (s *Site) releasedHow() string {
	var out []string
	for _, r := range s.Releases {
		if text := r.When + ", " + r.How; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if out == nil {
		return s.Fate
	}
	return strings.Join(out, "; ")
}

// Empty tells that nothing has changed.
func (d *Diff) Empty() bool { return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 }

// JSON writes the difference.
func (d *Diff) JSON(w io.Writer) error { return writeJSON(w, d) }
