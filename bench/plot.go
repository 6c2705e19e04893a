package main

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// The sizes of the plot, in pixels. A letter of the labels is about seven wide.
const (
	labelWidth  = 210
	panelWidth  = 300
	valueWidth  = 70
	barHeight   = 11
	barGap      = 4
	groupGap    = 34
	topHeight   = 56
	panelOffset = panelWidth + valueWidth
)

// A panel is one of the two columns of the plot, with a logarithmic scale.
type panel struct {
	title    string
	figure   func(cost) float64
	label    func(cost) string
	low, top float64 // powers of ten
}

// plot draws CPU time and peak memory of the cold runs as an SVG document: a group of bars for each module.
func plot(r *results) string {
	panels := []*panel{
		{title: "CPU seconds, tool's own cache empty", figure: cpu.of, label: func(c cost) string { return seconds(c.CPU) + " s" }},
		{title: "peak memory, MB", figure: func(c cost) float64 { return memory.of(c) / (1 << 20) },
			label: func(c cost) string { return fmt.Sprintf("%d MB", c.Memory>>20) }},
	}
	for _, p := range panels {
		p.scale(r)
	}
	var body strings.Builder
	y := topHeight
	for _, m := range modulesOf(r) {
		rows := 0
		for _, t := range everything {
			c, ok := r.of(m, t, cold)
			if !ok {
				continue
			}
			if rows == 0 {
				text(&body, "m", 8, y-8, m.title)
			}
			text(&body, "l", labelWidth-8, y+barHeight-2, t.title)
			for i, p := range panels {
				p.bar(&body, labelWidth+i*panelOffset, y, t, c)
			}
			y += barHeight + barGap
			rows++
		}
		if rows > 0 {
			y += groupGap
		}
	}
	var b strings.Builder
	width, height := labelWidth+2*panelOffset, y-groupGap+30
	fmt.Fprintf(&b, plotHead, width, height, width, height)
	for i, p := range panels {
		p.axis(&b, labelWidth+i*panelOffset, y-groupGap)
	}
	b.WriteString(body.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// plotHead opens the document. A viewer that prefers dark gets other colours.
const plotHead = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="CPU seconds and peak memory of each tool on each module">
<style>
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328; }
.bg { fill: #ffffff; }
.t, .m { font-weight: 600; }
.l { text-anchor: end; }
.a { text-anchor: middle; fill: #59636e; font-size: 11px; }
.v { font-size: 11px; fill: #59636e; }
.g { stroke: #d1d9e0; stroke-width: 1; }
.o { fill: #8c959f; }
.k { fill: #0969da; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.bg { fill: #0d1117; }
.a, .v { fill: #9198a1; }
.g { stroke: #3d444d; }
.o { fill: #656c76; }
.k { fill: #4493f8; }
}
</style>
<rect class="bg" width="100%%" height="100%%"/>
`

// scale finds the powers of ten between which all values lie.
func (p *panel) scale(r *results) {
	low, top := math.Inf(1), math.Inf(-1)
	for _, m := range modulesOf(r) {
		for _, t := range everything {
			if c, ok := r.of(m, t, cold); ok && p.figure(c) > 0 {
				low, top = min(low, p.figure(c)), max(top, p.figure(c))
			}
		}
	}
	if low > top {
		low, top = 1, 10
	}
	p.low, p.top = math.Floor(math.Log10(low)), math.Ceil(math.Log10(top))
	if p.low == p.top {
		p.top++
	}
}

// at is how far to the right a value lies.
func (p *panel) at(value float64) int {
	if value <= 0 {
		return 0
	}
	part := (math.Log10(value) - p.low) / (p.top - p.low)
	return int(math.Round(panelWidth * max(0, min(1, part))))
}

func (p *panel) axis(b *strings.Builder, x, bottom int) {
	text(b, "t", x, 16, p.title)
	for power := p.low; power <= p.top; power++ {
		value := math.Pow(10, power)
		at := x + p.at(value)
		fmt.Fprintf(b, "<line class=\"g\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", at, topHeight-24, at, bottom)
		text(b, "a", at, bottom+16, fmt.Sprintf("%g", value))
	}
}

func (p *panel) bar(b *strings.Builder, x, y int, t *tool, c cost) {
	class := "o"
	if t == locklint || t == door {
		class = "k"
	}
	length := max(1, p.at(p.figure(c)))
	fmt.Fprintf(b, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, y, length, barHeight)
	text(b, "v", x+length+4, y+barHeight-2, p.label(c))
}

func text(b *strings.Builder, class string, x, y int, s string) {
	fmt.Fprintf(b, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y)
	_ = xml.EscapeText(b, []byte(s)) // a strings.Builder never fails
	b.WriteString("</text>\n")
}
