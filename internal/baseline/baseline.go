// Package baseline keeps the findings that a project has decided to live with for the time being: a file in which each
// line is what is known of one finding. Lines say nothing of each other, so that two branches can be merged line by
// line, and nothing of line numbers, so that they stay true while the code around a finding changes.
package baseline

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/lazy"
)

// A Baseline is the content of a file.
type Baseline struct {
	entries map[string]entry // by id
}

// An entry is findings that read the same and stand in one function. All but the id and the count is for readers, and
// the package for telling whether they were looked for.
type entry struct {
	id    string
	count int
	rule  string // rule/category
	pkg   string
	fn    string // "" outside of functions
}

func (e entry) String() string {
	return strings.TrimSuffix(fmt.Sprintf("%s %d %s %s %s", e.id, e.count, e.rule, e.pkg, e.fn), " ")
}

// header begins a file.
const header = "# What locklint is known to find here, one finding a line: id, how often, rule, package, function. Written by locklint -write-baseline.\n"

// Of is the baseline in which the findings are known.
func Of(findings []finding.Record) *Baseline {
	b := &Baseline{entries: map[string]entry{}}
	for _, f := range findings {
		id := f.Group()
		e := b.entries[id]
		b.entries[id] = entry{id, e.count + 1, f.Rule + "/" + f.Category, f.PkgPath, f.Func}
	}
	return b
}

// Text is the file: sorted, so that two of them that say the same are the same.
func (b *Baseline) Text() []byte {
	out := bytes.NewBufferString(header)
	for _, id := range slices.Sorted(maps.Keys(b.entries)) {
		fmt.Fprintln(out, b.entries[id])
	}
	return out.Bytes()
}

// Count is how many findings are known.
func (b *Baseline) Count() int {
	n := 0
	for _, e := range b.entries {
		n += e.count
	}
	return n
}

// New are the findings that are not known. Of those that read the same in one function the first are.
func (b *Baseline) New(findings []finding.Record) []finding.Record {
	seen := map[string]int{}
	var out []finding.Record
	for _, f := range findings {
		id := f.Group()
		if seen[id]++; seen[id] > b.entries[id].count {
			out = append(out, f)
		}
	}
	return out
}

// Mended is how many of the known findings are not there any more, in the packages that were looked at.
func (b *Baseline) Mended(findings []finding.Record, packages []string) int {
	found := Of(findings).entries
	n := 0
	for id, e := range b.entries {
		if slices.Contains(packages, e.pkg) {
			n += max(0, e.count-found[id].count)
		}
	}
	return n
}

// Parse reads a file. What is wrong is said with the name as shown, line and column. The lines may come in any order,
// and an id twice, as after a merge: the larger count is right.
func Parse(shown string, data []byte) (*Baseline, error) {
	b := &Baseline{entries: map[string]entry{}}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e, column, wrong := parseLine(line)
		if old, ok := b.entries[e.id]; ok && wrong == "" {
			e.count = max(e.count, old.count)
			if old.rule != e.rule || old.pkg != e.pkg || old.fn != e.fn {
				column, wrong = 1, fmt.Sprintf("the id %s stands in another line already, with another rule, package or function", e.id)
			}
		}
		if wrong != "" {
			return nil, fmt.Errorf("%s:%d:%d: %s", shown, number, column, wrong)
		}
		b.entries[e.id] = e
	}
	return b, nil
}

// The words of a line.
var (
	word     = lazy.Regexp(`[^ \t]+`)
	idWord   = lazy.Regexp(`^[0-9a-f]{16}$`)
	ruleWord = lazy.Regexp(`^[a-z]+/[a-z-]+$`)
	conflict = lazy.Regexp(`^(<<<<<<<|\|\|\|\|\|\|\||=======|>>>>>>>)`)
)

// parseLine reads one line; wrong says what is wrong with it, and column where.
func parseLine(line string) (e entry, column int, wrong string) {
	if conflict().MatchString(line) {
		return e, 1, "this is a merge conflict: keep the lines of both sides, and take out the marks"
	}
	places := word().FindAllStringIndex(line, -1)
	if len(places) > 5 {
		return e, places[5][0] + 1, "nothing may stand behind the function"
	}
	var words [5]string
	for i, p := range places {
		words[i] = line[p[0]:p[1]]
	}
	at := func(i int) int {
		if i < len(places) {
			return places[i][0] + 1
		}
		return len(line) + 1
	}
	count, err := strconv.Atoi(words[1])
	switch {
	case !idWord().MatchString(words[0]):
		return e, at(0), fmt.Sprintf("want the id of a finding, 16 hexadecimal digits, not %q", words[0])
	case err != nil || count < 1 || strconv.Itoa(count) != words[1]:
		return e, at(1), fmt.Sprintf("want a number of findings, 1 or more, not %q", words[1])
	case !ruleWord().MatchString(words[2]):
		return e, at(2), fmt.Sprintf("want rule/category, not %q", words[2])
	case words[3] == "":
		return e, at(3), "the package is missing"
	}
	return entry{words[0], count, words[2], words[3], words[4]}, 1, ""
}
