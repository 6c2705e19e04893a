package baseline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/finding"
)

func found(pkg, fn, message string, line int) finding.Record {
	f := finding.Record{PkgPath: pkg, Func: fn, Rule: "leakedlock", Category: "double", Message: message}
	f.Pos.Filename, f.Pos.Line = "/w/"+pkg+".go", line
	return f
}

func parse(t *testing.T, text string) *Baseline {
	t.Helper()
	b, err := Parse("base.txt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func lines(findings []finding.Record) []int {
	var out []int
	for _, f := range findings {
		out = append(out, f.Pos.Line)
	}
	return out
}

func TestRoundTrip(t *testing.T) {
	old := finding.Sort([]finding.Record{
		found("ex.com/a", "(*T).F", "released twice, at line 3", 3),
		found("ex.com/a", "(*T).F", "released twice, at line 9", 9),
		found("ex.com/a", "", "at the top", 1),
		found("ex.com/b", "G", "m", 4),
	})
	text := Of(old).Text()
	b := parse(t, string(text))
	if got := b.Text(); string(got) != string(text) {
		t.Errorf("read back:\n%s\nwant:\n%s", got, text)
	}
	if !strings.Contains(string(text), " 2 leakedlock/double ex.com/a (*T).F\n") || !slices.IsSorted(strings.Split(strings.TrimSpace(string(text)), "\n")) {
		t.Errorf("the file:\n%s", text)
	}
	if b.Count() != 4 || len(b.New(old)) != 0 || b.Mended(old, []string{"ex.com/a", "ex.com/b"}) != 0 {
		t.Errorf("known %d, new %v", b.Count(), b.New(old))
	}

	// The lines have moved, one finding of two is mended, one has come; G is mended, but nobody looked.
	now := finding.Sort([]finding.Record{
		found("ex.com/a", "(*T).F", "released twice, at line 30", 30),
		found("ex.com/a", "(*T).H", "released twice, at line 50", 50),
		found("ex.com/a", "", "at the top", 10),
	})
	if got := lines(b.New(now)); !slices.Equal(got, []int{50}) {
		t.Errorf("new are %v, want that of line 50", got)
	}
	if got := b.Mended(now, []string{"ex.com/a"}); got != 1 {
		t.Errorf("%d are mended, want 1", got)
	}
	if got := b.Mended(now, []string{"ex.com/a", "ex.com/b"}); got != 2 {
		t.Errorf("%d are mended in both packages, want 2", got)
	}

	// One more of a kind in a function than is known.
	more := finding.Sort(append(slices.Clone(old), found("ex.com/a", "(*T).F", "released twice, at line 12", 12)))
	if got := lines(b.New(more)); !slices.Equal(got, []int{12}) {
		t.Errorf("new are %v, want the third of its kind", got)
	}
}

// What git makes of two branches that wrote a baseline each, with merge=union.
func TestMerged(t *testing.T) {
	const a, c = "aaaaaaaaaaaaaaaa", "cccccccccccccccc"
	b := parse(t, "# one\r\n"+c+" 1 r/c p F\n\n"+a+" 1\tr/c p\n#two\n"+a+" 3 r/c p\n"+a+" 2 r/c p")
	if got, want := string(b.Text()), header+a+" 3 r/c p\n"+c+" 1 r/c p F\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := string(parse(t, "").Text()); got != header {
		t.Errorf("an empty file: %q", got)
	}
}

const id = "0123456789abcdef"

var wrong = []struct{ text, want string }{
	{"# c\npackage main", `base.txt:2:1: want the id of a finding, 16 hexadecimal digits, not "package"`},
	{" " + strings.ToUpper(id) + " 1 r/c p", `base.txt:1:2: want the id of a finding, 16 hexadecimal digits, not "0123456789ABCDEF"`},
	{id, `base.txt:1:17: want a number of findings, 1 or more, not ""`},
	{id + " 0 r/c p", `base.txt:1:18: want a number of findings, 1 or more, not "0"`},
	{id + " +1 r/c p", `base.txt:1:18: want a number of findings, 1 or more, not "+1"`},
	{id + " 99999999999999999999 r/c p", `base.txt:1:18: want a number of findings, 1 or more, not "99999999999999999999"`},
	{id + " 1 rule p", `base.txt:1:20: want rule/category, not "rule"`},
	{id + " 1 r/c", "base.txt:1:23: the package is missing"},
	{id + " 1 r/c p F x", "base.txt:1:28: nothing may stand behind the function"},
	{id + " 1 r/c p\n<<<<<<< HEAD\n", "base.txt:2:1: this is a merge conflict: keep the lines of both sides, and take out the marks"},
	{id + " 1 r/c p\n" + id + " 1 r/c q\n", "base.txt:2:1: the id 0123456789abcdef stands in another line already, with another rule, package or function"},
}

func TestWrong(t *testing.T) {
	for _, tt := range wrong {
		if _, err := Parse("base.txt", []byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: error %v, want %s", tt.text, err, tt.want)
		}
	}
}

// Whatever a file holds, it is read or refused with a place in it, and what was read is written as it is.
func FuzzParse(f *testing.F) {
	for _, tt := range wrong {
		f.Add([]byte(tt.text))
	}
	f.Add([]byte(header + id + " 2 r/c ex.com/a (*T).F\r\n" + id + " 3 r/c ex.com/a (*T).F"))
	f.Add([]byte("\xff\x00 \u2028\n\t"))
	place := regexp.MustCompile(`^base:(\d+):(\d+): .`)
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse("base", data)
		if err != nil {
			m := place.FindStringSubmatch(err.Error())
			if m == nil {
				t.Fatalf("no place: %v", err)
			}
			var line, column int
			fmt.Sscan(m[1]+" "+m[2], &line, &column)
			all := strings.Split(string(data), "\n")
			if line < 1 || line > len(all) || column < 1 || column > len(all[line-1])+1 {
				t.Fatalf("no such place: %v", err)
			}
			return
		}
		again, err := Parse("base", b.Text())
		if err != nil || string(again.Text()) != string(b.Text()) || again.Count() != b.Count() {
			t.Fatalf("%q is read back as %q, %v", b.Text(), again.Text(), err)
		}
	})
}
