package report

import (
	"bufio"
	"fmt"
	"go/token"
	"io"

	"github.com/locklint/locklint/internal/effects"
)

// An Explainer prints what is believed of lines and functions, file names relative to Dir.
type Explainer struct {
	Dir  string
	Fset *token.FileSet
	File string // of the line that is explained: places in it are shown by their line alone
	out  *bufio.Writer
}

// Line prints what is believed of a line in the functions that have code there.
func (x Explainer) Line(w io.Writer, line int, points []effects.Point) error {
	x.out = bufio.NewWriter(w)
	for i, p := range points {
		if i > 0 {
			fmt.Fprintln(x.out)
		}
		fmt.Fprintf(x.out, "%s:%d in %s\n", Rel(x.Dir, x.File), line, p.Func)
		if p.Paths == 0 {
			fmt.Fprintln(x.out, "\tno path comes here that is followed")
		} else {
			x.state("\t", p.State)
		}
		for _, text := range p.Given {
			fmt.Fprintf(x.out, "\tgiven  %s\n", text)
		}
		if p.Capped {
			fmt.Fprintln(x.out, "\tthe function has more paths than are followed: something may be missing")
		}
		for _, c := range p.Calls {
			x.call(c)
		}
	}
	return x.out.Flush()
}

func (x Explainer) state(indent string, s effects.State) {
	list := func(label, none string, all []effects.Standing) {
		for _, st := range all {
			fmt.Fprintf(x.out, "%s%s   %s%s, %s\n", indent, label, st.Name, x.since(st), often(st.Always))
		}
		if len(all) == 0 {
			fmt.Fprintf(x.out, "%s%s   %s\n", indent, label, none)
		}
	}
	list("held", "no lock", s.Held)
	list("open", "no transaction", s.Open)
}

func (x Explainer) since(st effects.Standing) string {
	if !st.Since.IsValid() {
		return ", since before the function"
	}
	text := " since line " + place(x.Dir, x.File, x.Fset.Position(st.Since))
	if st.By != "" {
		text += ": " + st.By
	}
	return text
}

func often(always bool) string {
	if always {
		return "on all paths"
	}
	return "on some paths"
}

func (x Explainer) call(c effects.Call) {
	fmt.Fprintf(x.out, "\n\t%s\n\t\tknown from  %s\n", c.Text, c.From)
	for i, text := range c.Does {
		label := "            "
		if i == 0 {
			label = "does        "
		}
		fmt.Fprintf(x.out, "\t\t%s%s\n", label, text)
	}
	for i, text := range c.Here {
		label := "            "
		if i == 0 {
			label = "here        "
		}
		fmt.Fprintf(x.out, "\t\t%s%s\n", label, text)
	}
	switch d := c.Deferred; {
	case d == nil:
	case d.Paths == 0:
		fmt.Fprintln(x.out, "\t\tdeferred: no path runs it that is followed")
	default:
		fmt.Fprintln(x.out, "\t\tdeferred; when it runs:")
		x.state("\t\t\t", d.State)
	}
}

// Functions prints the summaries of functions.
func (x Explainer) Functions(w io.Writer, sums []effects.Summary) error {
	out := bufio.NewWriter(w)
	for i, s := range sums {
		if i > 0 {
			fmt.Fprintln(out)
		}
		pos := x.Fset.Position(s.Pos)
		fmt.Fprintf(out, "%s\n\t%s:%d\n", s.Name, Rel(x.Dir, pos.Filename), pos.Line)
		for _, e := range s.Entry {
			fmt.Fprintf(out, "\tbegins with %s held, as other methods of the type leave it\n", e)
		}
		fmt.Fprintln(out, "\ta caller is told")
		for i, way := range s.Ways {
			if len(s.Ways) > 1 {
				fmt.Fprintf(out, "\tway %d of %d\n", i+1, len(s.Ways))
			}
			if len(way) == 0 {
				fmt.Fprintln(out, "\t\tnothing that matters")
			}
			for _, line := range way {
				fmt.Fprintf(out, "\t\t%s\n", line)
			}
		}
		if s.Capped {
			fmt.Fprintln(out, "\tand more ways, which are not followed")
		}
	}
	return out.Flush()
}
