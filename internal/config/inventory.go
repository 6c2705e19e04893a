package config

import (
	"maps"
	"slices"

	"github.com/locklint/locklint/internal/document"
)

// Inventory is what the locks of a program have to keep to, for locklint inventory -check.
type Inventory struct {
	RequireTTL     bool                `json:"require-ttl" doc:"locklint inventory -check demands that each lease ends by itself"`
	RequireDefence []string            `json:"require-defence" doc:"locklint inventory -check demands that, in these resources, each write has a second line of defence beside the lock; * stands for all resources"`
	Templates      map[string][]string `json:"templates" doc:"the templates of lock keys that belong to a resource: order: lock:order:{}. Its locks may have no other, and several only where all are given here"`
}

// Check looks at the names.
func (o *Inventory) Check(n *document.Node) error {
	for i, name := range o.RequireDefence {
		at := item(n.Get("require-defence"), i)
		switch {
		case name == "":
			return at.Errorf(`each of "require-defence" must be the name of a resource, or *`)
		case slices.Index(o.RequireDefence, name) < i:
			return at.Errorf(`%q stands in "require-defence" twice`, name)
		}
	}
	of := map[string]string{}
	for _, m := range members(n.Get("templates")) {
		list := o.Templates[m.Key]
		if m.Key == "" || len(list) == 0 {
			return m.Errorf("resource %q has no template", m.Key)
		}
		for i, template := range list {
			at := item(m.Node, i)
			if template == "" {
				return at.Errorf("a template of resource %q is empty", m.Key)
			}
			if other, taken := of[template]; taken {
				return at.Errorf("template %q belongs to resource %q already", template, other)
			}
			of[template] = m.Key
		}
	}
	return nil
}

// Resources are the resources that templates belong to, by the template.
func (o Inventory) Resources() map[string]string {
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(o.Templates)) {
		for _, template := range o.Templates[name] {
			out[template] = name
		}
	}
	return out
}
