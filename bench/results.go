package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A key names what was measured.
type key struct {
	module, tool string
	mode         mode
}

func (k key) String() string { return k.module + "/" + k.tool + "/" + string(k.mode) }

// results are what was measured.
type results struct {
	costs    map[key][]cost
	runs     map[key]string // in which run that was
	failures []string
}

func (r *results) add(k key, run string, c cost) {
	if r.costs == nil {
		r.costs, r.runs = make(map[key][]cost), make(map[key]string)
	}
	r.costs[k], r.runs[k] = append(r.costs[k], c), run
}

// complaints are what went wrong in this run, and what the figures are not of.
func (r *results) complaints() []string {
	out := slices.Clone(r.failures)
	for _, rec := range r.records() {
		for _, c := range rec.Costs {
			if c.Broken != "" {
				out = append(out, fmt.Sprintf("%s: not all of it compiles for this tool, and the figure is of the rest: %s", key{rec.Module, rec.Tool, rec.Mode}, c.Broken))
			}
		}
	}
	return out
}

// of is the median of each figure, and whether there is any.
func (r *results) of(module *module, tool *tool, m mode) (cost, bool) {
	all := r.costs[key{module.name, tool.name, m}]
	if len(all) == 0 {
		return cost{}, false
	}
	return cost{
		Wall:   median(all, func(c cost) time.Duration { return c.Wall }),
		CPU:    median(all, func(c cost) time.Duration { return c.CPU }),
		Memory: median(all, func(c cost) int64 { return c.Memory }),
	}, true
}

// median is the middle one, or the mean of the two in the middle.
func median[T ~int64](all []cost, figure func(cost) T) T {
	values := make([]T, 0, len(all))
	for _, c := range all {
		values = append(values, figure(c))
	}
	slices.Sort(values)
	mid := len(values) / 2
	if len(values)%2 == 1 {
		return values[mid]
	}
	return (values[mid-1] + values[mid]) / 2
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
