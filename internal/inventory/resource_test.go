package inventory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/locklint/locklint/internal/config"
)

// lockOn is a site of a lock with a template, under which tables are written.
func lockOn(template string, tables ...string) Site {
	s := Site{Package: "p", Function: "F", Pos: Pos{File: "p/f.go"}, Lock: Lock{Kind: lease, What: "redis lock", Template: template, Name: template}}
	for _, t := range tables {
		s.Tables = append(s.Tables, Access{Table: t, Store: "sql", Write: true})
	}
	return s
}

// of is the inventory of some sites, one on each line of a file.
func of(demands config.Inventory, sites ...Site) *Inventory {
	var found []Found
	for i, s := range sites {
		s.Pos.Line = i + 1
		found = append(found, Found{Site: s})
	}
	return Make("", []Part{{Module: Module{Dir: ".", Patterns: []string{"./..."}}, Found: found}}, demands)
}

// resources writes the resources as name: templates.
func resources(inv *Inventory) string {
	var out []string
	for _, r := range inv.Resources {
		out = append(out, r.Name+": "+strings.Join(r.Templates, " "))
	}
	return strings.Join(out, "; ")
}

func TestGroup(t *testing.T) {
	mutex := lockOn("", "orders")
	mutex.Lock = Lock{Kind: process, What: "mutex", Name: "mutex s.mu"}
	memory := Site{Package: "example.com/x/rates", Lock: Lock{Kind: process, What: "mutex", Name: "mutex c.mu"}}
	rows := Site{Lock: Lock{Kind: transaction, What: rowLock, Name: "rows of orders"}, Tables: []Access{{Table: "orders", Read: true}}}
	claim := lockOn("paid:{}", "payments")
	claim.Lock.Claim = true
	for _, tt := range []struct {
		name  string
		sites []Site
		want  string
	}{
		{"one word, two templates", []Site{lockOn("lock:order:{}"), lockOn("order_lock:{}")}, "order: lock:order:{} order_lock:{}"},
		{"the plural, and capitals", []Site{lockOn("lock:orders:{}"), lockOn("OrderLock-{}")}, "order: OrderLock-{} lock:orders:{}"},
		{"different things", []Site{lockOn("lock:order:{}"), lockOn("lock:user:{}")}, "order: lock:order:{}; user: lock:user:{}"},
		{"the word that others have too", []Site{lockOn("shop:order:{}"), lockOn("lock:order:{}")}, "order: lock:order:{} shop:order:{}"},
		{"the word of the table", []Site{lockOn("daily:stock:{}", "stock")}, "stock: daily:stock:{}"},
		{"the name of the program is none", []Site{lockOn("shop:order:{}"), lockOn("shop:user:{}"), lockOn("shop:cart:{}"), lockOn("shop:coupon:{}")},
			"cart: shop:cart:{}; coupon: shop:coupon:{}; order: shop:order:{}; user: shop:user:{}"},
		{"two names of what writes one table and nothing else", []Site{lockOn("inv:{}", "stock"), lockOn("stock-lock:{}", "stock")}, "stock: inv:{} stock-lock:{}"},
		{"one table of several", []Site{lockOn("lock:order:{}", "orders", "stock"), lockOn("lock:stock:{}", "stock")}, "order: lock:order:{}; stock: lock:stock:{}"},
		{"no template: the table", []Site{lockOn("lock:order:{}", "orders"), mutex, rows}, "order: lock:order:{}"},
		{"a number, on the table of a resource", []Site{lockOn("lock:order:{}", "orders"), lockOn("7301", "orders")}, "order: 7301 lock:order:{}"},
		{"a number, on a table that is only called so", []Site{lockOn("lock:order:{}", "queue"), lockOn("7301", "orders")}, "order: lock:order:{}; table order: 7301"},
		{"nothing but a mutex", []Site{memory}, "rates: mutex c.mu: "},
		{"a claim is no lock of its table", []Site{claim, lockOn("lock:payment:{}", "payments")}, "paid: ; payment: lock:payment:{}"},
		{"nothing but a hole and a number", []Site{lockOn("7301"), lockOn("{}:{}")}, "7301: 7301; {}:{}: {}:{}"},
	} {
		if got := resources(of(config.Inventory{}, tt.sites...)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		slices.Reverse(tt.sites)
		if got := resources(of(config.Inventory{}, tt.sites...)); got != tt.want {
			t.Errorf("%s: the order of the sites matters: %s", tt.name, got)
		}
	}
}

// What the configuration calls a resource goes over the words.
func TestGroupGiven(t *testing.T) {
	demands := config.Inventory{Templates: map[string][]string{"goods": {"inv:{}", "stock-lock:{}"}}}
	inv := of(demands, lockOn("inv:{}", "stock"), lockOn("stock-lock:{}", "items"), lockOn("goods:{}"))
	if got, want := resources(inv), "good: goods:{}; goods: inv:{} stock-lock:{}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, r := range inv.Resources {
		if len(r.Marks) > 0 {
			t.Errorf("%s is marked %s, although the configuration gives all its templates", r.Name, r.Marks)
		}
	}
}

func TestCheck(t *testing.T) {
	forever := lockOn("lock:user:{}")
	forever.TTL.Is = "unlimited"
	bare := lockOn("lock:stock:{}", "stock")
	bare.Defence.Is = "missing"
	for _, tt := range []struct {
		demands config.Inventory
		want    string
	}{
		{config.Inventory{}, ""},
		{config.Inventory{RequireTTL: true}, "1 require-ttl"},
		{config.Inventory{RequireDefence: []string{"order"}}, ""},
		{config.Inventory{RequireDefence: []string{"order", "stock"}}, "2 require-defence"},
		{config.Inventory{RequireDefence: []string{"*"}, RequireTTL: true}, "2 require-defence, 1 require-ttl"},
		{config.Inventory{Templates: map[string][]string{"stock": {"lock:stock:{}"}}}, ""},
		{config.Inventory{Templates: map[string][]string{"stock": {"lock:stock:{}:{}"}}}, "2 templates"},
	} {
		var got []string
		for _, v := range of(tt.demands, forever, bare).Check(tt.demands) {
			got = append(got, fmt.Sprintf("%d %s", v.Pos.Line, v.Rule))
		}
		if text := strings.Join(got, ", "); text != tt.want {
			t.Errorf("%+v: %s, want %s", tt.demands, text, tt.want)
		}
	}
	two := of(config.Inventory{}, lockOn("lock:order:{}"), lockOn("order_lock:{}"), lockOn("lock:order:{}"))
	if v := two.Check(config.Inventory{}); len(v) != 1 || v[0].Pos.Line != 2 || v[0].Rule != MarkTwoTemplates {
		t.Errorf("%+v, want the one site whose template is not that of the others", v)
	}
}

// A finding in a function that takes a lock for its callers is shown, unless a site has it too.
func TestFindingsOfWrappers(t *testing.T) {
	site := lockOn("lock:stock:{}", "stock")
	site.Findings = []Finding{{Rule: "leakedlock", Category: "early-return", ID: "1", Pos: Pos{File: "p/f.go", Line: 1}}}
	inv := of(config.Inventory{}, site)
	wrapper := lockOn("lock:stock:{}")
	wrapper.Function, wrapper.Pos.Line = "Take", 7
	wrapper.Findings = append(slices.Clone(site.Findings), Finding{Rule: "leaseexpiry", Category: "no-ttl", ID: "2", Pos: Pos{File: "p/f.go", Line: 9}})
	inv.Wrappers = []Site{wrapper}
	var text, markdown bytes.Buffer
	if err := inv.Text(&text); err != nil {
		t.Fatal(err)
	}
	if want := "\nin functions that take a lock for their callers:\n  p/f.go:7  Take\n      ! leaseexpiry/no-ttl at line 9\n\n1 lock site"; !strings.Contains(text.String(), want) {
		t.Errorf("the text lacks %q:\n%s", want, &text)
	}
	if err := inv.Markdown(&markdown); err != nil {
		t.Fatal(err)
	}
	if want := "| leaseexpiry/no-ttl | `lock:stock:{}` | `p/f.go:9` |\n"; strings.Count(markdown.String(), want) != 1 || strings.Count(markdown.String(), "leakedlock") != 1 {
		t.Errorf("the Markdown lacks %q, or tells a finding twice:\n%s", want, &markdown)
	}
	inv.Wrappers[0].Findings = site.Findings
	text.Reset()
	if err := inv.Text(&text); err != nil || strings.Contains(text.String(), "callers") {
		t.Errorf("nothing of the wrapper is left to tell:\n%s", &text)
	}
}

// What the configuration names and nothing has is told, with the nearest that there is.
func TestUnmatched(t *testing.T) {
	for _, tt := range []struct {
		demands config.Inventory
		want    string
	}{
		{config.Inventory{}, ""},
		{config.Inventory{RequireDefence: []string{"*", "stock", "user"}}, ""},
		{config.Inventory{RequireDefence: []string{"stoks"}}, `inventory.require-defence: no lock guards a resource "stoks": did you mean "stock"?`},
		{config.Inventory{RequireDefence: []string{"payments"}}, `inventory.require-defence: no lock guards a resource "payments": it can be stock, user`},
		{config.Inventory{Templates: map[string][]string{"stock": {"lock:stock:{}"}}}, ""},
		{config.Inventory{Templates: map[string][]string{"stock": {"lock:stock:{}", "lock:stck:{}"}}},
			`inventory.templates: no lock has the template "lock:stck:{}" of resource "stock": did you mean "lock:stock:{}"?`},
	} {
		inv := of(tt.demands, lockOn("lock:user:{}"), lockOn("lock:stock:{}", "stock"))
		if got := strings.Join(inv.Unmatched(tt.demands), "; "); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.demands, got, tt.want)
		}
	}
	if got, want := of(config.Inventory{}).Unmatched(config.Inventory{RequireDefence: []string{"stock"}}), `inventory.require-defence: no lock guards a resource "stock"`; len(got) != 1 || got[0] != want {
		t.Errorf("without any lock: %q, want %q", got, want)
	}
}

// Long names are cut so that no line of the table is longer than 120 columns, and the place stays readable.
func TestTextWidth(t *testing.T) {
	long := lockOn("lock:"+strings.Repeat("überlang", 20)+":{}", strings.Repeat("table", 40))
	long.Pos.File = "internal/" + strings.Repeat("deep/", 30) + "file.go"
	long.Function = "(*" + strings.Repeat("Service", 20) + ").Method"
	long.Findings = []Finding{{Rule: "leakedlock", Category: strings.Repeat("x", 200), ID: "1"}}
	var b bytes.Buffer
	if err := of(config.Inventory{}, long, lockOn("lock:order:{}")).Text(&b); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if !strings.Contains(b.String(), "file.go:1 ") || !strings.Contains(b.String(), ").Method ") {
		t.Errorf("the ends of names are lost:\n%s", &b)
	}
}

// What stands in the source cannot break out of a cell of Markdown.
func TestMarkdownEscapes(t *testing.T) {
	s := lockOn("a|b`c\n<script>:{}", "t|<b>")
	s.Findings = []Finding{{Rule: "r", Category: "c", ID: "1"}}
	var b bytes.Buffer
	if err := of(config.Inventory{}, s).Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); strings.HasPrefix(line, "|") && cells != 4 && cells != 7 {
			t.Errorf("%d bars in %q", cells, line)
		}
	}
}

// No list of the JSON is null, also of an inventory without sites.
func TestJSONLists(t *testing.T) {
	for _, inv := range []*Inventory{of(config.Inventory{}), of(config.Inventory{}, lockOn("lock:order:{}"), Site{})} {
		text, err := json.Marshal(inv)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("null")) {
			t.Errorf("%s", text)
		}
	}
}
