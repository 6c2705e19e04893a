package picture

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The measures of the SVG, in pixels. Text is set in a fixed pitch, so that lines can be broken without asking for a font.
const (
	svgWidth   = 860
	margin     = 16
	lineHeight = 18
	charWidth  = 7.3 // of 12 px in the widest of the usual fonts
	lockX      = 72
	txX        = 86
	laneWidth  = 9
	whatX      = 106
	textX      = 186

	placeColumns = 7
)

// MaxDrawn is how many timelines one SVG shows at most.
const MaxDrawn = 20

// svgStyle needs neither variables nor fonts from elsewhere: not every program that shows SVG has them. The picture has a
// ground of its own, since nobody knows on which it will stand.
const svgStyle = `text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1b1f24;white-space:pre}
.b{font-weight:700}.m{fill:#57606a}.r{fill:#b3141f}.g{fill:#1a6e32}.bg{fill:#ffffff;stroke:#d0d7de}.hot{fill:#ffe9e9}.rule{stroke:#d0d7de}
.lock{fill:#2563c9}.tx{fill:#8250df}.red{fill:#cf222e}.endless{stroke:#cf222e;stroke-width:7;stroke-dasharray:10 5}.open{fill-opacity:.35}
@media (prefers-color-scheme:dark){text{fill:#e6e9ee}.m{fill:#a3adb9}.r{fill:#ff9a94}.g{fill:#7ee2a0}.bg{fill:#10151b;stroke:#3a434e}.hot{fill:#3d1a1e}.rule{stroke:#3a434e}
.lock{fill:#6ea8ff}.tx{fill:#b794f6}.red{fill:#ff6b66}.endless{stroke:#ff6b66}}
`

// SVG draws the first timelines, one below the other, as a picture without scripts that shows on a light ground and on a
// dark one. title says what they are.
func SVG(w io.Writer, title string, timelines []Timeline) error {
	d := &drawing{y: margin}
	d.line(margin, "b", title)
	for i := range timelines[:min(len(timelines), MaxDrawn)] {
		d.rule()
		d.timeline(&timelines[i])
	}
	if more := len(timelines) - MaxDrawn; more > 0 {
		d.rule()
		d.line(margin, "m", fmt.Sprintf("and %d more that are not drawn", more))
	}
	height := d.y + margin
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="t">`+"\n",
		svgWidth, height, svgWidth, height)
	fmt.Fprintf(out, "<title id=\"t\">%s</title>\n<style>%s</style>\n", escape(title), svgStyle)
	fmt.Fprintf(out, `<rect class="bg" x=".5" y=".5" width="%d" height="%d" rx="8"/>`+"\n", svgWidth-1, height-1)
	out.WriteString(d.out.String())
	out.WriteString("</svg>\n")
	return out.Flush()
}

// A drawing grows downwards.
type drawing struct {
	out strings.Builder
	y   int
}

func (d *drawing) rule() {
	d.y += 6
	fmt.Fprintf(&d.out, `<path class="rule" d="M%d %d.5H%d"/>`+"\n", margin, d.y, svgWidth-margin)
	d.y += 8
}

// at writes text without moving on.
func (d *drawing) at(x int, class, text string) {
	if text != "" {
		fmt.Fprintf(&d.out, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, x, d.y+13, escape(text))
	}
}

// line writes text from x on, on as many lines as it needs.
func (d *drawing) line(x int, class, text string) {
	for _, part := range wrap(text, columns(x)) {
		d.at(x, class, part)
		d.y += lineHeight
	}
}

// columns is how many characters fit to the right of x.
func columns(x int) int { return int(float64(svgWidth-margin-x) / charWidth) }

func (d *drawing) rect(class string, x, y, width, height int) {
	fmt.Fprintf(&d.out, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>`+"\n", class, x, y, width, height)
}

func (d *drawing) timeline(t *Timeline) {
	head := t.Place
	if t.Func != "" {
		head += "  " + t.Func
	}
	d.line(margin, "b", head)
	if t.Title != "" {
		d.line(margin, "m", t.Title)
	}
	for _, f := range t.Faults {
		d.line(margin, "r b", f.Name())
		d.line(margin, "r", f.Text())
	}
	if t.Lease != nil {
		d.lease(t.Lease, t.TooLong())
	}
	if len(t.Steps) > 0 {
		d.y += 4
		d.legend(t)
	}
	d.steps(t)
}

// legend names the lanes above their heads.
func (d *drawing) legend(t *Timeline) {
	if !t.Lock.Is && len(t.Txs) == 0 {
		return
	}
	x := whatX
	entry := func(class, text string) {
		d.rect(class, x, d.y+4, laneWidth, laneWidth)
		d.at(x+laneWidth+5, "m", text)
		x += laneWidth + 20 + int(float64(len(text))*charWidth)
	}
	if t.Lock.Is {
		entry("lock", "lock held")
	}
	if len(t.Txs) > 0 {
		entry("tx", "transaction open")
	}
	if t.EndsEarly() {
		entry("red", "open without the lock")
	}
	d.y += lineHeight
}

// A box is where a step stands.
type box struct{ top, height int }

const middle = lineHeight / 2

// steps draws the steps, and the lanes beside them.
func (d *drawing) steps(t *Timeline) {
	var boxes []box
	for i := range t.Steps {
		top := d.y
		d.step(&t.Steps[i])
		boxes = append(boxes, box{top, d.y - top})
	}
	if len(boxes) == 0 {
		return
	}
	d.lane(boxes, lockX, "lock", t.Lock)
	for _, tx := range t.Txs {
		d.lane(boxes, txX, "tx", tx)
		if t.EndsEarly() && tx.From < t.Lock.To && tx.To > t.Lock.To {
			from := boxes[t.Lock.To].top + middle + 4
			d.rect("red", txX, from, laneWidth, bottom(boxes, tx)-from)
		}
	}
}

func (d *drawing) step(s *Step) {
	x := max(textX, whatX+8+int(float64(utf8.RuneCountInString(s.What))*charWidth))
	lines := wrap(s.Text, columns(x))
	var notes []string
	is := "m"
	for _, n := range s.Notes {
		notes = append(notes, n.Text)
		if n.Is == "bad" {
			is = "r"
		}
	}
	place := []rune(s.Place)
	if len(place) > placeColumns { // the line is what counts
		place = append([]rune("…"), place[len(place)-placeColumns+1:]...)
		notes = append([]string{"in " + s.Place}, notes...)
	}
	var about []string
	if len(notes) > 0 {
		about = wrap(strings.Join(notes, " · "), columns(x))
	}
	class := "b"
	if s.Fault {
		class = "r b"
		d.rect("hot", margin-6, d.y, svgWidth-2*margin+12, lineHeight*(len(lines)+len(about)))
	}
	d.at(margin, "m", string(place))
	d.at(whatX, class, s.What)
	for _, part := range lines {
		d.at(x, "c", part)
		d.y += lineHeight
	}
	for _, part := range about {
		d.at(x, is, part)
		d.y += lineHeight
	}
}

// lane draws a span beside the steps: it begins and ends in the middle of the first line of a step.
func (d *drawing) lane(boxes []box, x int, class string, s Span) {
	if !s.Is {
		return
	}
	top := boxes[0].top
	if s.From >= 0 {
		top = boxes[s.From].top + middle - 4
	}
	end := bottom(boxes, s)
	d.rect(class, x, top, laneWidth, end-top)
	if s.To >= len(boxes) { // it goes on
		d.rect(class+" open", x, end, laneWidth, 6)
	}
}

// bottom is where a span ends.
func bottom(boxes []box, s Span) int {
	if s.To < len(boxes) {
		return boxes[s.To].top + middle + 4
	}
	last := boxes[len(boxes)-1]
	return last.top + last.height
}

// lease draws the life of the lock above the time of the work.
func (d *drawing) lease(l *Lease, tooLong bool) {
	life, within, beyond := l.Bars()
	scale := func(n int64) int { return int(n * (svgWidth - 2*margin) / Whole) }
	bar := func(class string, from, length int64) {
		if length > 0 {
			d.rect(class, margin+scale(from), d.y, scale(length), 7)
		}
	}
	if life > 0 {
		d.line(margin, "m", l.LifeText())
		bar("lock", 0, life)
		d.y += 9
	}
	class := "m"
	if tooLong {
		class = "r b"
	}
	d.line(margin, class, l.WorkText())
	bar("lock open", 0, within)
	if l.Endless {
		fmt.Fprintf(&d.out, `<path class="endless" d="M%d %d.5H%d"/>`+"\n", margin+scale(within), d.y+3, svgWidth-margin)
	} else {
		bar("red", within, beyond)
	}
	d.y += 9
}

// wrap breaks text at spaces, and where there is none, to lines of at most n characters; at least one line.
func wrap(text string, n int) []string {
	var lines []string
	line, width := "", 0
	flush := func() { lines, line, width = append(lines, line), "", 0 }
	for _, word := range strings.Fields(text) {
		if width > 0 && width+1+textWidth(word) > n {
			flush()
		}
		if width > 0 {
			line, width = line+" ", width+1
		}
		for _, r := range word {
			if width+runeWidth(r) > n {
				flush()
			}
			line, width = line+string(r), width+runeWidth(r)
		}
	}
	if line != "" || lines == nil {
		flush()
	}
	return lines
}

func textWidth(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

// runeWidth is the number of columns: characters of East Asia take two.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || r >= 0xFF01 && r <= 0xFF60 || r >= 0x1F300):
		return 2
	}
	return 1
}

// escape makes text of any kind part of an XML document.
func escape(text string) string {
	return escapes.Replace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text))
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")
