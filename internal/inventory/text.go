package inventory

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/locklint/locklint/internal/picture"
)

// width is how many columns a line of the table has at most.
const width = 120

// A column of the table; those that may be cut are, where the lines grow too long.
type column struct {
	title string
	least int // 0: it is never cut
	cut   func(text string, n int) string
}

var columns = []column{
	{"PLACE", 20, cutStart},
	{"FUNCTION", 12, cutStart},
	{"LOCK", 14, cutMiddle},
	{"TTL", 0, nil},
	{"RELEASED", 0, nil},
	{"TX", 0, nil},
	{"WORST", 0, nil},
	{"DEFENCE", 0, nil},
}

// Text prints the inventory as a table, by resource, in lines of at most 120 columns.
func (inv *Inventory) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	byID := inv.byID()
	rows := map[string][]string{}
	for _, r := range inv.Resources {
		for _, id := range r.Sites {
			rows[id] = byID[id].row(r.Templates)
		}
	}
	widths := widthsOf(rows)
	for i, r := range inv.Resources {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, cutEnd(r.headline(), width))
		if i == 0 {
			printRow(out, titles(), widths)
		}
		for _, id := range r.Sites {
			printRow(out, rows[id], widths)
			for _, text := range byID[id].faults() {
				fmt.Fprintln(out, cutEnd("      ! "+text, width))
			}
		}
	}
	if len(inv.Resources) > 0 {
		fmt.Fprintln(out)
	}
	inv.wrapperText(out)
	fmt.Fprintln(out, inv.summary())
	return out.Flush()
}

// wrapperText lists the findings in functions that take a lock for their callers: these are the sites, and the findings are not theirs.
func (inv *Inventory) wrapperText(out io.Writer) {
	faulty := inv.faultyWrappers()
	if len(faulty) == 0 {
		return
	}
	fmt.Fprintln(out, "in functions that take a lock for their callers:")
	for _, s := range faulty {
		fmt.Fprintln(out, cutEnd(fmt.Sprintf("  %s:%d  %s", s.Pos.File, s.Pos.Line, s.Function), width))
		for _, text := range s.faults() {
			fmt.Fprintln(out, cutEnd("      ! "+text, width))
		}
	}
	fmt.Fprintln(out)
}

// faultyWrappers are the wrappers with findings that no site has.
func (inv *Inventory) faultyWrappers() []Site {
	shown := map[string]bool{}
	for _, s := range inv.Sites {
		for _, f := range s.Findings {
			shown[f.ID] = true
		}
	}
	var out []Site
	for _, s := range inv.Wrappers {
		s.Findings = slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return shown[f.ID] })
		if len(s.Findings) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (inv *Inventory) byID() map[string]*Site {
	out := map[string]*Site{}
	for i := range inv.Sites {
		out[inv.Sites[i].ID] = &inv.Sites[i]
	}
	return out
}

// headline names a resource, and says what is known of all of its sites.
func (r *Resource) headline() string {
	text := r.Name
	switch n := len(r.Templates); {
	case slices.Contains(r.Marks, MarkTwoTemplates):
		text += fmt.Sprintf(": ! %d templates: %s", n, strings.Join(r.Templates, ", "))
	case n > 0:
		text += ": " + strings.Join(r.Templates, ", ")
	}
	if len(r.Tables) > 0 {
		text += "; guards " + strings.Join(r.Tables, ", ")
	}
	return text
}

// row is the line of a site. The template is left out where it is the one that the headline of the resource shows.
func (s *Site) row(shown []string) []string {
	lock := s.Lock.What
	switch {
	case s.Lock.Template == "":
		lock += " " + strings.TrimPrefix(s.Lock.Name, s.Lock.What+" ")
	case len(shown) != 1 || shown[0] != s.Lock.Template:
		lock = s.Lock.Template + ", " + lock
	}
	return []string{
		s.Pos.File + ":" + strconv.Itoa(s.Pos.Line),
		s.Function,
		lock,
		s.TTL.short(),
		s.released(),
		map[string]string{"none": "-", "around": "around", "inside": "INSIDE", "early": "EARLY", "late": "late", "given": "caller's", "part": "part"}[s.Transaction.Relation],
		s.Worst.short(),
		map[string]string{"none": "-", "missing": "none", "partly": "partly", "all": "yes"}[s.Defence.Is],
	}
}

func (t TTL) short() string {
	switch t.Is {
	case "limited":
		return picture.Duration(t.MS)
	case "unlimited":
		return "NEVER"
	case "computed":
		return "?"
	}
	return "-"
}

func (w Worst) short() string {
	switch w.Is {
	case "sum":
		return picture.Duration(w.MS)
	case "unbounded":
		return "no limit"
	}
	return "-"
}

// released says how the lock is given back, in a word or two.
func (s *Site) released() string {
	switch s.Fate {
	case "released", "elsewhere":
	case "never":
		if s.Lock.Claim {
			return "kept"
		}
		return "never"
	case endsWithTx:
		return "transaction"
	case endsWithStatement:
		return "statement"
	default:
		return s.Fate
	}
	var whens []string
	how := ""
	for _, r := range s.Releases {
		if !slices.Contains(whens, r.When) {
			whens = append(whens, r.When)
		}
		if strings.HasSuffix(r.How, "delete") && r.How != "compare-and-delete" {
			how = " DEL"
		}
	}
	if s.Fate == "elsewhere" {
		whens = []string{"elsewhere"}
	}
	if len(whens) > 1 {
		whens = []string{"mixed"}
	}
	return whens[0] + how
}

// faults are the marks of a site that the table does not show by itself, each for a line.
func (s *Site) faults() []string {
	var out []string
	for _, f := range s.Findings {
		text := f.Rule + "/" + f.Category
		if f.Pos.Line != s.Pos.Line || f.Pos.File != s.Pos.File {
			text += " at line " + strconv.Itoa(f.Pos.Line)
		}
		out = append(out, text)
	}
	if s.Unknown != "" {
		out = append(out, "not understood: "+s.Unknown)
	}
	return out
}

func titles() []string {
	var out []string
	for _, c := range columns {
		out = append(out, c.title)
	}
	return out
}

// widthsOf are the widths of the columns: what is needed, the widest of those that may be cut made narrower until a line fits.
func widthsOf(rows map[string][]string) []int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = len(c.title)
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	for {
		sum, widest := 0, -1
		for i, n := range widths {
			sum += n + 2
			if columns[i].cut != nil && n > columns[i].least && (widest < 0 || n > widths[widest]) {
				widest = i
			}
		}
		if sum <= width || widest < 0 {
			return widths
		}
		widths[widest]--
	}
}

func printRow(w io.Writer, row []string, widths []int) {
	var b strings.Builder
	for i, text := range row {
		if columns[i].cut != nil && utf8.RuneCountInString(text) > widths[i] {
			text = columns[i].cut(text, widths[i])
		}
		b.WriteString("  " + text + strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(text))))
	}
	fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
}

// cutStart keeps the end of a text, which tells more of a path.
func cutStart(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return "…" + string(r[len(r)-n+1:])
}

func cutEnd(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

func cutMiddle(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	head := (n - 1) * 2 / 3
	return string(r[:head]) + "…" + string(r[len(r)-(n-1-head):])
}

var markTexts = map[string]string{
	MarkFinding: "with a finding", MarkTwoTemplates: "resources with several templates", MarkNoTTL: "without a TTL", MarkNoDefence: "without a second line of defence",
	MarkNoTemplate: "without a template", MarkUnknown: "not understood",
}

// summary is the last line.
func (inv *Inventory) summary() string {
	c := inv.Counts
	text := fmt.Sprintf("%s in %s, %s", countOf(c.Sites, "lock site"), countOf(c.Packages, "package"), countOf(c.Resources, "resource"))
	var marks []string
	for _, m := range c.Marks {
		what := markTexts[m.Mark]
		if m.Mark == MarkTwoTemplates && m.Count == 1 {
			what = "resource with several templates"
		}
		marks = append(marks, strconv.Itoa(m.Count)+" "+what)
	}
	if len(marks) > 0 {
		text += ": " + strings.Join(marks, ", ")
	}
	return text
}

func countOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
