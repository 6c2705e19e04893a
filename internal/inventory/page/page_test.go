package page

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"html"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/inventory"
)

// shop is the inventory of examples/shop, as a test of cmd/locklint keeps it.
func shop(t *testing.T) *inventory.Inventory {
	t.Helper()
	data, err := os.ReadFile("../../../cmd/locklint/testdata/inventory/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	inv := &inventory.Inventory{}
	if err := json.Unmarshal(data, inv); err != nil {
		t.Fatal(err)
	}
	return inv
}

func written(t *testing.T, write func(io.Writer, *inventory.Inventory) error, inv *inventory.Inventory) string {
	t.Helper()
	var buf bytes.Buffer
	if err := write(&buf, inv); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestPageOfShop(t *testing.T) {
	inv := shop(t)
	page := written(t, HTML, inv)
	if again := written(t, HTML, shop(t)); again != page {
		t.Error("the same inventory makes another page the second time")
	}
	for _, s := range inv.Sites {
		if n := strings.Count(page, `<article id="`+s.ID+`"`); n != 1 {
			t.Errorf("%s: site %s stands there %d times", s.Pos, s.ID, n)
		}
	}
	inv.Sites[0].Findings, inv.Sites[1].Findings = nil, nil
	v, last := resources(inv), 1000
	for _, r := range v {
		if r.Faults > last {
			t.Errorf("resource %s with %d faults stands behind one with %d", r.Name, r.Faults, last)
		}
		last = r.Faults
	}
	if last != 0 {
		t.Error("every resource has faults")
	}
}

// The page loads nothing, and what the browser may run is named by its hash.
func TestPolicy(t *testing.T) {
	page := written(t, HTML, shop(t))
	for _, part := range []string{style, script} {
		if !strings.Contains(page, ">"+part+"<") {
			t.Fatal("the style or the script is not on the page as it is")
		}
		if !strings.Contains(html.UnescapeString(page), "-src '"+hash(part)+"'") {
			t.Errorf("the policy lacks %s", hash(part))
		}
	}
	rest := strings.Replace(strings.Replace(page, style, "", 1), script, "", 1)
	for _, bad := range []string{`style="`, ` src=`, `onclick=`, `url(`, `@import`, `<link`, `href="http`} {
		if strings.Contains(rest, bad) || strings.Contains(style, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
}

const hostile = `</script></style><script>alert(1)</script>"'><img src=x onerror=alert(1)>` + "\x00\x1b\u2028&lt;"

// filled is an inventory all of whose texts are one.
func filled(t *testing.T, text string) *inventory.Inventory {
	t.Helper()
	inv := shop(t)
	inv.Wrappers = slices.Clone(inv.Sites[:2])
	var fill func(v reflect.Value, path string)
	fill = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.String:
			if name := path[strings.LastIndexByte(path, '.')+1:]; !slices.Contains([]string{"Is", "ID", "What", "Relation", "Bound", "Fate", "Renewal", "Sites", "Marks", "Mark", "Dir", "Sure"}, name) {
				v.SetString(text)
			}
		case reflect.Pointer:
			if !v.IsNil() {
				fill(v.Elem(), path)
			}
		case reflect.Slice:
			for i := range v.Len() {
				fill(v.Index(i), path)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		}
	}
	fill(reflect.ValueOf(inv), "")
	return inv
}

// tags are the elements of a page with the names of their attributes.
func tags(page string) []string {
	values := regexp.MustCompile(`="[^"]*"`)
	var out []string
	for _, tag := range regexp.MustCompile(`<[a-zA-Z/!][^>]*>`).FindAllString(page, -1) {
		out = append(out, values.ReplaceAllString(tag, "="))
	}
	return out
}

// Whatever stands in the source, the page has the elements that it has with harmless texts.
func TestEscaping(t *testing.T) {
	cut := func(page string) string {
		return strings.Replace(strings.Replace(page, script, "", 1), style, "", 1)
	}
	want, got := tags(cut(written(t, HTML, filled(t, "harmless")))), tags(cut(written(t, HTML, filled(t, hostile))))
	if len(want) < 500 {
		t.Fatalf("only %d elements", len(want))
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("element %d is %s instead of %s", i, got[i], want[i])
		}
	}
	if len(got) > len(want) {
		t.Errorf("there are %d more elements", len(got)-len(want))
	}
}

func TestSVGEscaping(t *testing.T) {
	svg := written(t, SVG, filled(t, hostile))
	dec := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && !slices.Contains([]string{"svg", "title", "style", "rect", "text", "path"}, start.Name.Local) {
			t.Errorf("the picture has an element %s", start.Name.Local)
		}
	}
}

var update = flag.Bool("page.update", false, "write the golden files")

// A lock that is released before the commit, and a lease that is shorter than the work.
func TestSVGOfShop(t *testing.T) {
	inv := shop(t)
	inv.Sites = slices.DeleteFunc(inv.Sites, func(s inventory.Site) bool { return s.Function != "(*Service).Place" && s.Function != "(*Labels).Make" })
	if len(inv.Sites) != 2 {
		t.Fatalf("the shop has %d of the two sites", len(inv.Sites))
	}
	inv.Counts.Findings = 2
	got, golden := written(t, SVG, inv), filepath.Join("testdata", "shop.svg")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the picture is not %s; if it is right now: go test ./internal/inventory/page -page.update", golden)
	}
}
