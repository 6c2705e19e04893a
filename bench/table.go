package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// The generated part of performance.md stands between these; everything else there is written by hand.
const (
	beginMark = "<!-- bench: what follows is written by go run ./bench -->"
	endMark   = "<!-- bench: end -->"
)

// page writes the generated part.
func page(r *results) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nEach figure is the median of the rounds of a run; with the build cache empty, and on 5,000 packages, there is one. CPU is user and system time of all\n"+
		"processes. Memory is %s.\n", beginMark, memoryMeaning)
	b.WriteString("\n## The bars\n\n")
	barTable(&b, judge(r))
	b.WriteString("\n![CPU seconds and peak memory of each tool on each module, own caches empty](performance.svg)\n\n## The figures\n\n" +
		"`cold`: the tool's own cache is empty, the build cache is not. `warm`: nothing has changed since. `changed`: one file has changed since.\n" +
		"`empty`: the build cache is empty, too. In each cell: wall seconds / CPU seconds / MB.\n")
	for _, m := range modulesOf(r) {
		fmt.Fprintf(&b, "\n### %s\n\nMeasured on %s.\n\n", strings.ToUpper(m.title[:1])+m.title[1:], strings.Join(r.runsOf(m), "; and on "))
		moduleTable(&b, r, m)
	}
	if complaints := r.complaints(); len(complaints) > 0 {
		b.WriteString("\n### Runs that failed, or are not of all\n\n")
		for _, text := range complaints {
			fmt.Fprintf(&b, "- %s\n", text)
		}
	}
	fmt.Fprintf(&b, "\n%s\n", endMark)
	return b.String()
}

// barTable writes what was promised and what came out. What was not measured is left out, and said at the end.
func barTable(b *strings.Builder, verdicts []verdict) {
	b.WriteString("| locklint | on | figure | bar | measured | holds |\n|---|---|---|--:|--:|---|\n")
	missing := 0
	for _, v := range verdicts {
		if !v.measured {
			missing++
			continue
		}
		holds := "yes"
		if !v.holds() {
			holds = "**no**"
		}
		if v.apart {
			holds += " (of two runs)"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %.3g | %.3g | %s |\n", v.bar.what, v.module.title, v.bar.figure, v.bar.limit, v.ratio, holds)
	}
	if missing > 0 {
		fmt.Fprintf(b, "\nNot measured: %d of %d.\n", missing, len(verdicts))
	}
}

func moduleTable(b *strings.Builder, r *results, m *module) {
	b.WriteString("| |")
	for _, mode := range modes {
		fmt.Fprintf(b, " %s |", mode)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(modes)) + "\n")
	for _, t := range everything {
		var cells []string
		measured := false
		for _, mode := range modes {
			c, ok := r.of(m, t, mode)
			measured = measured || ok
			cells = append(cells, cell(c, ok))
		}
		if measured {
			fmt.Fprintf(b, "| %s | %s |\n", t.title, strings.Join(cells, " | "))
		}
	}
}

func cell(c cost, ok bool) string {
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%s / %s / %d", seconds(c.Wall), seconds(c.CPU), c.Memory>>20)
}

// seconds writes a time with three digits that count.
func seconds(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 10:
		return fmt.Sprintf("%.2f", s)
	case s < 100:
		return fmt.Sprintf("%.1f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// modulesOf are the modules that something was measured on, in the order of the steps.
func modulesOf(r *results) []*module {
	var out []*module
	for _, s := range slices.Concat(complete, quick) {
		for k := range r.costs {
			if k.module == s.module.name {
				out = append(out, s.module)
				break
			}
		}
	}
	return out
}

// describeRun says when and on what a run measures.
func describeRun(root string, rounds int) string {
	processor := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range bytes.Lines(info) {
			if name, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(name)) == "model name" {
				processor = string(bytes.TrimSpace(value))
				break
			}
		}
	}
	version := runtime.Version()
	if out, err := exec.Command("go", "env", "GOVERSION").Output(); err == nil {
		version = strings.TrimSpace(string(out))
	}
	of := ""
	if c := commit(root); c != "" {
		of = " at " + c
	}
	return fmt.Sprintf("%s%s with %s on %s, %d cores (%s), rounds: %d", time.Now().UTC().Format("2006-01-02"), of, version, runtime.GOOS, runtime.NumCPU(), processor, rounds)
}
