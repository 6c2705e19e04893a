package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/finding"
)

const shopSource = "package shop\n\nfunc (s *Shop) Größe() { /* ß𝒳 */ s.mu[\"a\"].Unlock()\t// 100% \x1b[31m\n}\n"

// shop is a run with everything that a format has to escape: the file exists, below a directory with a name that is
// no URI.
func shop(t *testing.T) Run {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "a b,c:d%")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "s.go")
	if err := os.WriteFile(file, []byte(shopSource), 0o666); err != nil {
		t.Fatal(err)
	}
	start := strings.Index(shopSource, "s.mu")
	end := start + len(`s.mu["a"].Unlock()`)
	at := func(offset int) token.Position {
		column := offset - strings.LastIndexByte(shopSource[:offset], '\n')
		return token.Position{Filename: file, Offset: offset, Line: 3, Column: column}
	}
	return Run{
		Dir: root, Root: root, Version: "v1.2.3", Sources: sourcesOf(file),
		Rules: []*analysis.Analyzer{
			{Name: "blockingcall", Doc: "report long calls\n\nA page.", URL: "https://example.com/blockingcall"},
			{Name: "leakedlock", Doc: "report leaks\n\n# Why\n\nSee:\n\n\tcode <&>"},
		},
		Findings: []finding.Record{
			{
				PkgPath: "ex.com/shop", Func: "(*Shop).Größe", Rule: "leakedlock", Category: "double", Pos: at(start), End: at(end), ID: "0123456789abcdef",
				Message: "mutex s.mu[\"a\"](x) is released twice: 100%, <b>\r\n (leakedlock/double)",
				Timeline: []finding.RecordStep{
					{Pos: pos("/elsewhere/l.go", 7, 2), End: pos("/elsewhere/l.go", 7, 9), Message: "acquire  Lock[int](ctx)"},
					{Pos: at(start), End: at(end), Message: "by hand  s.mu"},
				},
				Fixes: []finding.RecordFix{{Message: "call it", Edits: []finding.RecordEdit{{Filename: file, Start: start, End: end, New: "s.free()"}}}},
			},
			{
				PkgPath: "ex.com/shop", Rule: "blockingcall", Category: "sleep", Pos: pos("/elsewhere/b.go", 3, 1), End: pos("/elsewhere/b.go", 5, 1), ID: "ff",
				Message: "sleeps, assuming that it runs (blockingcall/sleep)",
				Fixes:   []finding.RecordFix{{Message: "of a file that is gone", Edits: []finding.RecordEdit{{Filename: "/elsewhere/b.go", Start: 1, End: 2}}}},
			},
			{PkgPath: "ex.com/shop", Rule: "blockingcall", Category: "callback", Pos: token.Position{Filename: file}, Message: "m (blockingcall/callback)", ID: "ee"},
		},
	}
}

func output(t *testing.T, format string, r Run) string {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, format, r); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestFormats(t *testing.T) {
	for _, format := range Formats() {
		if first, again := output(t, format, shop(t)), output(t, format, Run{}); first == again {
			t.Errorf("%s: something and nothing look the same: %q", format, first)
		}
	}
	if len(Formats()) != len(formats) {
		t.Errorf("Formats() is %q, but there are %d", Formats(), len(formats))
	}
	if err := Write(&bytes.Buffer{}, "txt", Run{}); err == nil {
		t.Error("no error for a format that is none")
	}
}

func TestGitHub(t *testing.T) {
	const want = `::error file=a b%2Cc%3Ad%25/s.go,line=3,endLine=3,col=41,endColumn=59,title=locklint%3A leakedlock/double::mutex s.mu["a"](x) is released twice: 100%25, <b>%0D%0A (leakedlock/double)%0A/elsewhere/l.go:7  acquire  Lock[int](ctx)%0A3                  by hand  s.mu
::warning file=/elsewhere/b.go,line=3,endLine=5,title=locklint%3A blockingcall/sleep::sleeps, assuming that it runs (blockingcall/sleep)
::notice file=a b%2Cc%3Ad%25/s.go,title=locklint%3A blockingcall/callback::m (blockingcall/callback)
`
	if got := output(t, "github", shop(t)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestGitLab(t *testing.T) {
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(output(t, "gitlab", shop(t))), &issues); err != nil {
		t.Fatal(err)
	}
	want := gitlabIssue{
		Description: "mutex s.mu[\"a\"](x) is released twice: 100%, <b>\r\n (leakedlock/double)", CheckName: "leakedlock/double",
		Fingerprint: "0123456789abcdef", Severity: "critical", Location: gitlabLocation{"a b,c:d%/s.go", gitlabLines{3, 3}},
	}
	if len(issues) != 3 || issues[0] != want {
		t.Errorf("got %+v, want %+v first", issues, want)
	}
	if got := issues[1]; got.Severity != "major" || got.Location.Path != "/elsewhere/b.go" || got.Location.Lines != (gitlabLines{3, 5}) {
		t.Errorf("second issue %+v", got)
	}
	if got := output(t, "gitlab", Run{}); got != "[]\n" {
		t.Errorf("without findings %q", got)
	}
}

func TestCheckstyle(t *testing.T) {
	text := output(t, "checkstyle", shop(t))
	var doc checkstyle
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	want := checkstyleError{3, 41, "error", "mutex s.mu[\"a\"](x) is released twice: 100%, <b>\r\n (leakedlock/double)", "locklint.leakedlock.double"}
	if len(doc.Files) != 2 || doc.Files[0].Name != "a b,c:d%/s.go" || len(doc.Files[0].Errors) != 2 || doc.Files[0].Errors[0] != want {
		t.Errorf("got %+v", doc)
	}
	if got := doc.Files[0].Errors[1].Severity + doc.Files[1].Errors[0].Severity; got != "infowarning" {
		t.Errorf("severities %q", got)
	}
	const control = "m \x1b[0m\xff"
	text = output(t, "checkstyle", Run{Findings: []finding.Record{{Message: control}}})
	if err := xml.Unmarshal([]byte(text), new(checkstyle)); err != nil {
		t.Errorf("a message with control characters: %v in\n%s", err, text)
	}
}

func TestTerminal(t *testing.T) {
	r := shop(t)
	var buf bytes.Buffer
	if err := Terminal(&buf, r, false); err != nil {
		t.Fatal(err)
	}
	want := `a b,c:d%/s.go:3:41: mutex s.mu["a"](x) is released twice: 100%, <b>�� (leakedlock/double)
    3 | func (s *Shop) Größe() { /* ß𝒳 */ s.mu["a"].Unlock()    // 100% �[31m
      |                                   ^^^^^^^^^^^^^^^^^^
	/elsewhere/l.go:7  acquire  Lock[int](ctx)
	3                  by hand  s.mu

/elsewhere/b.go:3:1: sleeps, assuming that it runs (blockingcall/sleep)

a b,c:d%/s.go:0:0: m (blockingcall/callback)
`
	if got := buf.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	buf.Reset()
	if err := Terminal(&buf, r, true); err != nil {
		t.Fatal(err)
	}
	plainText := buf.String()
	for _, code := range []string{plain, bold, dim, red, yellow, cyan} {
		if !strings.Contains(plainText, code) {
			t.Errorf("no %q in %q", code, plainText)
		}
		plainText = strings.ReplaceAll(plainText, code, "")
	}
	if plainText != want {
		t.Errorf("in colour it says:\n%s\nwant:\n%s", plainText, want)
	}
}

// A long line is cut, and so is the mark.
func TestLongSnippet(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(file, []byte("x := f("+strings.Repeat("y, ", 100)+"z)"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, start := range []int{6, 300} {
		var buf bytes.Buffer
		f := finding.Record{Pos: pos(file, 1, start), End: pos(file, 1, 309), Message: "m"}
		if err := Terminal(&buf, Run{Findings: []finding.Record{f}, Sources: sourcesOf(file)}, false); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(buf.String(), "\n")[1:] {
			if len(line) > maxSnippet+10 {
				t.Errorf("column %d: line of %d characters: %s", start, len(line), line)
			}
		}
		if got, want := strings.Contains(buf.String(), "^"), start == 6; got != want {
			t.Errorf("column %d: the mark is there: %v", start, got)
		}
	}
}

func TestSARIF(t *testing.T) {
	r := shop(t)
	r.Problems = []string{"ex.com/broken: does [not](load)"}
	text := output(t, "sarif", r)
	validate(t, text)
	validate(t, output(t, "sarif", Run{}))
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if got := run.Tool.Driver.Rules[1].Help.Markdown; !strings.Contains(got, "## Why") || run.Tool.Driver.Version != "v1.2.3" {
		t.Errorf("driver %+v", run.Tool.Driver)
	}
	if got := run.Invocations[0]; got.Successful || len(got.Notifications) != 1 || got.Notifications[0].Message.Text != `ex.com/broken: does \[not\](load)` {
		t.Errorf("invocation %+v", got)
	}
	first := run.Results[0]
	if *first.RuleIndex != 1 || first.Level != "error" || first.Fingerprints["locklintId/v1"] != "0123456789abcdef" || first.Properties["category"] != "double" {
		t.Errorf("result %+v", first)
	}
	if want := "mutex s.mu\\[\"a\"\\](x) is released twice: 100%, <b>\r\n (leakedlock/double)"; first.Message.Text != want {
		t.Errorf("message %q, want %q", first.Message.Text, want)
	}
	// Columns count the units of UTF-16: of what stands before, ö and ß are one, and 𝒳 two, where Go counts bytes.
	physical := first.Locations[0].Physical
	if want := (sarifArtifact{"./a%20b,c:d%25/s.go", sourceRoot}); physical.Artifact != want || *physical.Region != (sarifRegion{3, 36, 3, 54}) {
		t.Errorf("location %+v %+v, want %+v", physical.Artifact, physical.Region, want)
	}
	if got := first.Related[0].Physical.Artifact; got != (sarifArtifact{URI: "file:///elsewhere/l.go"}) {
		t.Errorf("related %+v", got)
	}
	steps := first.Flows[0].Threads[0].Steps
	if len(steps) != 2 || strings.Join(steps[0].Kinds, " ") != "acquire lock" || steps[1].Location.Message.Text != "by hand s.mu" {
		t.Errorf("code flow %+v", steps)
	}
	if got := first.Fixes[0].Changes[0].Replacements[0]; got != (sarifReplacement{sarifRegion{3, 36, 3, 54}, sarifText{"s.free()"}}) {
		t.Errorf("fix %+v", got)
	}
	if got := run.Results[1]; got.Level != "warning" || got.Fixes != nil {
		t.Errorf("a fix in a file that cannot be read: %+v", got)
	}
	if got := run.Results[2]; got.Level != "note" || got.Locations[0].Physical.Region != nil || got.Flows != nil {
		t.Errorf("a finding without a line: %+v", got)
	}
}

// validate checks a log against the schema of the standard.
func validate(t *testing.T, log string) {
	t.Helper()
	schema, err := os.ReadFile("testdata/sarif/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%v in\n%s", err, log)
	}
}

func TestSure(t *testing.T) {
	for _, tt := range []struct {
		f    finding.Record
		want finding.Sureness
	}{
		{finding.Record{Rule: "localmutex", Category: "singleton", Message: "m, assuming x"}, finding.Review},
		{finding.Record{Rule: "localmutex", Category: "read-modify-write", Message: "m, assuming x"}, finding.Likely},
		{finding.Record{Rule: "canceledunlock", Category: "request-ctx", Message: "m, provided that x"}, finding.Review},
		{finding.Record{Rule: "leakedlock", Category: "double", Message: "m"}, finding.Certain},
	} {
		if got := Sure(tt.f); got != tt.want {
			t.Errorf("Sure(%+v) = %v, want %v", tt.f, got, tt.want)
		}
	}
}

// A line is shown whole up to a limit, and cut above it.
func TestSnippetAtTheLimit(t *testing.T) {
	for _, n := range []int{160, 161} {
		file := filepath.Join(t.TempDir(), "a.go")
		line := strings.Repeat("ß", n)
		if err := os.WriteFile(file, []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
		var buf bytes.Buffer
		f := finding.Record{Pos: pos(file, 1, 1), End: pos(file, 1, 3), Message: "m"}
		if err := Terminal(&buf, Run{Findings: []finding.Record{f}, Sources: sourcesOf(file)}, false); err != nil {
			t.Fatal(err)
		}
		want := "    1 | " + line + "\n"
		if n > 160 {
			want = "    1 | " + strings.Repeat("ß", 157) + "...\n"
		}
		if !strings.Contains(buf.String(), want) {
			t.Errorf("%d characters: %s", n, buf.String())
		}
	}
}
