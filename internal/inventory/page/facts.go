package page

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/inventory"
)

// The words of the inventory as sentences; what is not there is not shown.
var (
	relations = map[string]string{
		"around": "the lock is around it", "inside": "the lock is taken inside of it, and it ends after the release", "early": "it begins under the lock and commits after the release",
		"late": "the lock is taken inside of it and released behind its end", "given": "the caller's", "part": "the lock is part of it",
	}
	fates = map[string]string{
		"own statement": "with its own statement: no transaction is around it, and it protects nothing behind it",
		"handed on":     "the lock is returned or stored", "never": "never", "unknown": "unknown", "elsewhere": "in another function",
	}
	waits    = map[string]string{"no": "not at all", "context": "as long as the caller's context lives", "unlimited": "without a limit", "limited": "for some time", "unknown": "unknown"}
	renewals = map[string]string{"library": "by the library", "callee": "by what takes it", "code": "by the code", "unknown": "unknown"}
	defences = map[string]string{"missing": "none", "partly": "of some writes", "all": "of all writes"}
)

// facts are what is known of a site beside its timeline.
func facts(s *inventory.Site) []fact {
	var out []fact
	add := func(name, text string, bad bool) {
		if text != "" {
			out = append(out, fact{name, text, bad})
		}
	}
	add("not understood", s.Unknown, true)
	add("assuming", s.Lock.Assuming, false)
	add("package", s.Package, false)
	if s.Module != "." {
		add("module", s.Module, false)
	}
	add("library", s.Lock.Library, false)
	if s.Lock.Kind == "lease" {
		add("renewed", renewals[s.Renewal], false)
		add("token", s.Token, s.Token == "constant")
	}
	add("waits", cmp.Or(s.Wait.Text, waits[s.Wait.Is]), false)
	add("released", releases(s), s.Fate == "never" && !s.Lock.Claim || s.Fate == "own statement")
	add("transaction", relations[s.Transaction.Relation], s.Transaction.Relation == "early" || s.Transaction.Relation == "inside")
	add("tables", tables(s), false)
	defence := defences[s.Defence.Is]
	if len(s.Defence.How) > 0 {
		defence += ": " + strings.Join(s.Defence.How, ", ")
	}
	add("second line of defence", defence, false)
	return out
}

func releases(s *inventory.Site) string {
	if s.Fate == "never" && s.Lock.Claim {
		return "kept: the key says that something was done"
	}
	var parts []string
	for _, r := range s.Releases {
		if text := r.When + ", " + r.How; !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	if fate := fates[s.Fate]; fate != "" {
		parts = append([]string{fate}, parts...)
	}
	return strings.Join(parts, "; ")
}

func tables(s *inventory.Site) string {
	var parts []string
	for _, a := range s.Tables {
		text := a.Table
		switch {
		case a.Read && a.Write:
			text += " (read, written)"
		case a.Write:
			text += " (written)"
		default:
			text += " (read)"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// summary is the first line: the faults, then how much there is.
func summary(inv *inventory.Inventory) []figure {
	one := func(n int, what string, bad bool) figure {
		if n != 1 {
			what += "s"
		}
		return figure{n, what, bad && n > 0}
	}
	out := []figure{one(inv.Counts.Findings, "fault", true)}
	for _, m := range inv.Counts.Marks {
		if m.Mark == inventory.MarkTwoTemplates {
			out = append(out, figure{m.Count, map[bool]string{true: "resource", false: "resources"}[m.Count == 1] + " with several templates", true})
		}
	}
	return append(out, one(inv.Counts.Sites, "lock site", false), one(inv.Counts.Resources, "resource", false), one(inv.Counts.Packages, "package", false))
}

// rules are the rules with how many sites they report, the most frequent first.
func rules(inv *inventory.Inventory) []choice {
	return count(inv, func(s *inventory.Site) []string {
		var out []string
		for _, f := range s.Findings {
			out = append(out, f.Rule)
		}
		return out
	})
}

// count counts the sites by some of their properties, the most frequent first.
func count(inv *inventory.Inventory, of func(*inventory.Site) []string) []choice {
	n := map[string]int{}
	for i := range inv.Sites {
		values := of(&inv.Sites[i])
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			n[v]++
		}
	}
	var out []choice
	for _, v := range slices.Sorted(maps.Keys(n)) {
		out = append(out, choice{v, v, n[v]})
	}
	slices.SortStableFunc(out, func(a, b choice) int { return cmp.Compare(b.N, a.N) })
	return out
}

var markTexts = map[string]string{
	inventory.MarkFinding: "a finding", inventory.MarkNoTTL: "no TTL", inventory.MarkNoDefence: "no second line of defence",
	inventory.MarkNoTemplate: "no template", inventory.MarkUnknown: "not understood", inventory.MarkTwoTemplates: "resource with several templates",
}

// filters are what the sites can be chosen by.
func filters(inv *inventory.Inventory, v *view) []filter {
	byName := func(list []choice) []choice {
		slices.SortFunc(list, func(a, b choice) int { return strings.Compare(a.Text, b.Text) })
		return list
	}
	var names []choice
	several := 0
	for i, r := range v.Resources {
		names = append(names, choice{strconv.Itoa(i), r.Name, len(r.Sites)})
		if r.several {
			several += len(r.Sites)
		}
	}
	marks := count(inv, func(s *inventory.Site) []string { return slices.Clone(s.Marks) })
	if several > 0 {
		marks = append(marks, choice{Value: inventory.MarkTwoTemplates, N: several})
	}
	for i := range marks {
		marks[i].Text = cmp.Or(markTexts[marks[i].Value], marks[i].Value)
	}
	return []filter{
		{"fault", "Fault", "all sites", marks},
		{"rule", "Rule", "all rules", v.Rules},
		{"resource", "Resource", "all resources", byName(names)},
		{"kind", "Kind", "all kinds", byName(count(inv, func(s *inventory.Site) []string { return []string{s.Lock.What} }))},
		{"package", "Package", "all packages", byName(count(inv, func(s *inventory.Site) []string { return []string{s.Package} }))},
	}
}
