package inventory

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
)

// A Violation is something that the configuration, or plain sense, does not allow.
type Violation struct {
	Pos      Pos    `json:"pos"`
	Resource string `json:"resource"`
	Rule     string `json:"rule"` // two-templates, templates, require-ttl, require-defence
	Text     string `json:"text"`
}

// Check holds the inventory against what is demanded: no resource has two templates, and what the configuration says. The
// violations come in the order of the resources.
func (inv *Inventory) Check(demands config.Inventory) []Violation {
	var out []Violation
	byID := inv.byID()
	for _, r := range inv.Resources {
		allowed, said := demands.Templates[r.Name]
		switch {
		case said:
			for _, s := range r.locks(byID) {
				if t := s.Lock.Template; !slices.Contains(allowed, t) {
					out = append(out, Violation{s.Pos, r.Name, "templates", fmt.Sprintf("resource %s is locked by %q, and the configuration says %s", r.Name, t, quoted(allowed))})
				}
			}
		case len(r.Templates) > 1:
			out = append(out, inv.twoTemplates(&r, byID))
		}
		for _, id := range r.Sites {
			s := byID[id]
			if demands.RequireTTL && s.TTL.Is == "unlimited" {
				out = append(out, Violation{s.Pos, r.Name, "require-ttl", fmt.Sprintf("%s %s never ends by itself", s.Lock.What, s.Lock.Name)})
			}
			if missing(s) && (slices.Contains(demands.RequireDefence, r.Name) || slices.Contains(demands.RequireDefence, "*")) {
				out = append(out, Violation{s.Pos, r.Name, "require-defence", fmt.Sprintf("nothing but %s %s guards what is written under it (%s)", s.Lock.What, s.Lock.Name, strings.Join(s.writes(), ", "))})
			}
		}
	}
	return out
}

// Unmatched says which names of the demands are those of nothing that was found: what is misspelt demands nothing. Where only a
// part of a program was looked at, they may be right.
func (inv *Inventory) Unmatched(demands config.Inventory) []string {
	var resources, templates, out []string
	for _, r := range inv.Resources {
		resources = append(resources, r.Name)
		templates = append(templates, r.Templates...)
	}
	for _, name := range demands.RequireDefence {
		if name != "*" && !slices.Contains(resources, name) {
			out = append(out, fmt.Sprintf("inventory.require-defence: no lock guards a resource %q%s", name, document.Nearest(name, resources)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(demands.Templates)) {
		for _, template := range demands.Templates[name] {
			if !slices.Contains(templates, template) {
				out = append(out, fmt.Sprintf("inventory.templates: no lock has the template %q of resource %q%s", template, name, document.Nearest(template, templates)))
			}
		}
	}
	return out
}

func missing(s *Site) bool { return s.Defence.Is == "missing" || s.Defence.Is == "partly" }

// twoTemplates points at the first site whose template is not that of most.
func (inv *Inventory) twoTemplates(r *Resource, byID map[string]*Site) Violation {
	count := map[string]int{}
	locks := r.locks(byID)
	for _, s := range locks {
		count[s.Lock.Template]++
	}
	usual := r.Templates[0]
	for _, t := range r.Templates {
		if count[t] > count[usual] {
			usual = t
		}
	}
	odd := locks[slices.IndexFunc(locks, func(s *Site) bool { return s.Lock.Template != usual })]
	first := locks[slices.IndexFunc(locks, func(s *Site) bool { return s.Lock.Template == usual })]
	return Violation{odd.Pos, r.Name, MarkTwoTemplates, fmt.Sprintf("resource %s is locked by %s: %s does not keep out %s of %s:%d",
		r.Name, quoted(r.Templates), odd.Lock.Template, usual, first.Pos.File, first.Pos.Line)}
}

// locks are the sites of the resource that take a lock whose template is known and which other processes see.
func (r *Resource) locks(byID map[string]*Site) []*Site {
	var out []*Site
	for _, id := range r.Sites {
		if s := byID[id]; s.named() {
			out = append(out, s)
		}
	}
	return out
}

// named tells a site whose template says which lock it is.
func (s *Site) named() bool {
	return s.Lock.Template != "" && !s.Lock.Claim && s.Lock.Kind != process
}

func (s *Site) writes() []string {
	var out []string
	for _, a := range s.Tables {
		if a.Write {
			out = append(out, a.Table)
		}
	}
	if len(out) == 0 {
		out = append(out, "its rows")
	}
	return out
}

func quoted(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, fmt.Sprintf("%q", t))
	}
	return strings.Join(out, " and ")
}
