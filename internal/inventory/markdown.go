package inventory

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Limits of a comment: a review reads no more.
const (
	maxFaults    = 20
	maxResources = 40
	maxChanges   = 40
)

// Markdown prints the inventory for a comment of a review: the faults first, then the resources in one line each.
func (inv *Inventory) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### Locks\n\n%s.\n", inv.summary())
	faults := inv.faultRows()
	if len(faults) > 0 {
		fmt.Fprint(out, "\n| fault | lock | place |\n|---|---|---|\n")
		tableRows(out, faults, maxFaults, "faults")
	}
	if len(inv.Resources) > 0 {
		fmt.Fprint(out, "\n| resource | locked by | sites | guards | TTL | |\n|---|---|---|---|---|---|\n")
		byID := inv.byID()
		var rows [][]string
		for _, r := range inv.worstFirst() {
			rows = append(rows, r.markdown(byID))
		}
		tableRows(out, rows, maxResources, "resources")
	}
	return out.Flush()
}

// tableRows writes the rows of a table, so many at most.
func tableRows(w io.Writer, rows [][]string, most int, what string) {
	for i, row := range rows {
		if i == most {
			fmt.Fprintf(w, "\nand %d more %s\n", len(rows)-most, what)
			return
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
}

// faultRows are the resources with several templates, then the findings, then the leases without an end.
func (inv *Inventory) faultRows() [][]string {
	var rows [][]string
	byID := inv.byID()
	for _, r := range inv.Resources {
		if slices.Contains(r.Marks, MarkTwoTemplates) {
			v := inv.twoTemplates(&r, byID)
			rows = append(rows, []string{"several templates", code(strings.Join(r.Templates, "  ")), code(place(v.Pos))})
		}
	}
	seen := map[string]bool{}
	for _, s := range slices.Concat(inv.Sites, inv.Wrappers) {
		for _, f := range s.Findings {
			if !seen[f.ID] {
				seen[f.ID] = true
				rows = append(rows, []string{f.Rule + "/" + f.Category, code(s.Lock.Name), code(place(f.Pos))})
			}
		}
	}
	for _, s := range inv.Sites {
		if s.TTL.Is == "unlimited" && !slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Category == "no-ttl" || f.Category == "two-step" }) {
			rows = append(rows, []string{"no TTL", code(s.Lock.Name), code(place(s.Pos))})
		}
	}
	return rows
}

// worstFirst are the resources: those with several templates, then those with findings, then the others.
func (inv *Inventory) worstFirst() []Resource {
	byID := inv.byID()
	rank := func(r Resource) int {
		switch {
		case len(r.Marks) > 0:
			return 0
		case slices.ContainsFunc(r.Sites, func(id string) bool { return len(byID[id].Findings) > 0 }):
			return 1
		}
		return 2
	}
	out := slices.Clone(inv.Resources)
	slices.SortStableFunc(out, func(a, b Resource) int { return rank(a) - rank(b) })
	return out
}

// markdown is the row of a resource.
func (r *Resource) markdown(byID map[string]*Site) []string {
	var ttls, marks []string
	findings, undefended := map[string]bool{}, 0
	for _, id := range r.Sites {
		s := byID[id]
		if t := s.TTL.short(); t != "-" && !slices.Contains(ttls, t) {
			ttls = append(ttls, t)
		}
		for _, f := range s.Findings {
			findings[f.ID] = true
		}
		if missing(s) {
			undefended++
		}
	}
	if slices.Contains(r.Marks, MarkTwoTemplates) {
		marks = append(marks, "several templates")
	}
	if len(findings) > 0 {
		marks = append(marks, countOf(len(findings), "finding"))
	}
	if undefended > 0 {
		marks = append(marks, fmt.Sprintf("%d without a second line of defence", undefended))
	}
	locks := r.Templates
	if len(locks) == 0 {
		locks = r.Kinds
	}
	return []string{escape(r.Name), codes(locks), fmt.Sprint(len(r.Sites)), codes(r.Tables), escape(strings.Join(ttls, ", ")), strings.Join(marks, ", ")}
}

func place(p Pos) string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// code is a text between backticks, for a cell of a table.
func code(text string) string {
	if text == "" {
		return ""
	}
	ticks := "`"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	text = strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ").Replace(text)
	if len(ticks) > 1 {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

func codes(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, code(t))
	}
	return strings.Join(out, ", ")
}

// escape takes the meaning from what Markdown and HTML would read in a text.
func escape(text string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "<", "&lt;", "&", "&amp;", "\n", " ", "\r", " ").Replace(text)
}

// Markdown prints the difference for a comment of a review.
func (d *Diff) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### Locks since %s\n\n%s.\n", escape(d.Since), d.summary())
	var rows [][]string
	for _, s := range d.Added {
		rows = append(rows, []string{"added", code(s.Lock.Name), code(place(s.Pos)), escape(s.inBrief())})
	}
	for _, s := range d.Removed {
		rows = append(rows, []string{"removed", code(s.Lock.Name), code(place(s.Pos)), ""})
	}
	for _, c := range d.Changed {
		var what []string
		for _, p := range c.What {
			what = append(what, fmt.Sprintf("%s: %s → %s", p.Name, orNone(p.Before), orNone(p.After)))
		}
		rows = append(rows, []string{"changed", code(c.After.Lock.Name), code(place(c.After.Pos)), escape(strings.Join(what, "; "))})
	}
	if len(rows) > 0 {
		fmt.Fprint(out, "\n| | lock | place | |\n|---|---|---|---|\n")
		tableRows(out, rows, maxChanges, "changes")
	}
	return out.Flush()
}

// Text prints the difference for people.
func (d *Diff) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	line := func(sign string, s Site) {
		fmt.Fprintln(out, cutEnd(fmt.Sprintf("%s %s  %s  %s", sign, place(s.Pos), s.Function, s.inBrief()), width))
	}
	for _, s := range d.Added {
		line("+", s)
	}
	for _, s := range d.Removed {
		line("-", s)
	}
	for _, c := range d.Changed {
		line("~", c.After)
		for _, p := range c.What {
			fmt.Fprintf(out, "    %s: %s → %s\n", p.Name, orNone(p.Before), orNone(p.After))
		}
	}
	fmt.Fprintln(out, d.summary())
	return out.Flush()
}

func orNone(text string) string {
	if text == "" || text == "-" {
		return "none"
	}
	return text
}

// inBrief is a site in one line.
func (s *Site) inBrief() string {
	text := s.Lock.What + " " + strings.TrimPrefix(s.Lock.Name, s.Lock.What+" ")
	if t := s.TTL.short(); t != "-" {
		text += ", TTL " + t
	}
	text += ", released: " + s.releasedHow()
	for _, f := range s.faults() {
		text += ", " + f
	}
	return text
}

func (d *Diff) summary() string {
	if d.Empty() {
		return "no lock site has changed since " + d.Since
	}
	return fmt.Sprintf("%s added, %d removed, %d changed since %s", countOf(len(d.Added), "lock site"), len(d.Removed), len(d.Changed), d.Since)
}
