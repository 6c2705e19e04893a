package main

// A figure is one of the three that are measured.
type figure string

// The figures.
const (
	wall   figure = "wall"
	cpu    figure = "CPU"
	memory figure = "peak memory"
)

// of takes the figure from a cost.
func (f figure) of(c cost) float64 {
	switch f {
	case wall:
		return c.Wall.Seconds()
	case cpu:
		return c.CPU.Seconds()
	}
	return float64(c.Memory)
}

// A bar is a promise: the figure of one run is at most so many times that of another.
type bar struct {
	what    string
	figure  figure
	limit   float64
	modules []*module // on which it is promised
	of      subject   // the run that is judged
	against subject
}

// A subject is a tool in a mode, on the module of the bar or on another one.
type subject struct {
	tool *tool
	mode mode
	on   *module // nil: the bar's module
}

// A verdict is what became of a bar on a module.
type verdict struct {
	bar      bar
	module   *module
	ratio    float64
	measured bool
	apart    bool // the two were measured in different runs
}

// holds tells that the promise is kept.
func (v verdict) holds() bool { return v.measured && v.ratio <= v.bar.limit }

// built are the modules on which all tools are measured.
var built = []*module{repo, std, shop, service, layered1, layered2, sparse}

// bars are what is promised.
var bars = []bar{
	{"against go vet (its cache defeated)", cpu, 0.2, []*module{service}, subject{tool: locklint, mode: cold}, subject{tool: vet, mode: cold}},
	{"against go vet (its cache defeated)", cpu, 0.5, []*module{std}, subject{tool: locklint, mode: cold}, subject{tool: vet, mode: cold}},
	{"against staticcheck, own cache empty, build cache warm", cpu, 0.2, built, subject{tool: locklint, mode: cold}, subject{tool: staticcheck, mode: cold}},
	{"against staticcheck, own cache empty, build cache warm", memory, 1.0, built, subject{tool: locklint, mode: cold}, subject{tool: staticcheck, mode: cold}},
	{"against staticcheck, build cache empty", cpu, 0.05, built, subject{tool: locklint, mode: empty}, subject{tool: staticcheck, mode: empty}},
	{"against staticcheck, build cache empty", memory, 0.6, built, subject{tool: locklint, mode: empty}, subject{tool: staticcheck, mode: empty}},
	{"against golangci-lint with five linters, cache empty", cpu, 0.35, built, subject{tool: locklint, mode: cold}, subject{tool: golangci, mode: cold}},
	{"against golangci-lint with five linters, cache empty", memory, 0.7, built, subject{tool: locklint, mode: cold}, subject{tool: golangci, mode: cold}},
	{"against loading alone", cpu, 1.8, []*module{service}, subject{tool: locklint, mode: cold}, subject{tool: loading, mode: cold}},
	{"against loading alone", cpu, 2.5, []*module{std}, subject{tool: locklint, mode: cold}, subject{tool: loading, mode: cold}},
	{"go vet -vettool=locklint against a tool that does nothing", cpu, 1.1, built, subject{tool: door, mode: cold}, subject{tool: idle, mode: cold}},
	{"nothing changed, against staticcheck", wall, 1.0, built, subject{tool: locklint, mode: warm}, subject{tool: staticcheck, mode: warm}},
	{"nothing changed, against go vet", wall, 0.8, built, subject{tool: locklint, mode: warm}, subject{tool: vet, mode: warm}},
	{"5,000 packages against 1,000", cpu, 6, []*module{layered3}, subject{tool: locklint, mode: cold}, subject{locklint, cold, layered2}},
	{"5,000 packages against 1,000", memory, 4.5, []*module{layered3}, subject{tool: locklint, mode: cold}, subject{locklint, cold, layered2}},
}

// judge compares the results with the bars.
func judge(r *results) []verdict {
	var out []verdict
	for _, b := range bars {
		for _, m := range b.modules {
			v := verdict{bar: b, module: m}
			one, run, ok := b.of.cost(r, m)
			other, otherRun, otherOK := b.against.cost(r, m)
			if base := b.figure.of(other); ok && otherOK && base > 0 {
				v.measured, v.apart, v.ratio = true, run != otherRun, b.figure.of(one)/base
			}
			out = append(out, v)
		}
	}
	return out
}

// cost is what was measured, and in which run.
func (t subject) cost(r *results, m *module) (c cost, run string, ok bool) {
	if t.on != nil {
		m = t.on
	}
	c, ok = r.of(m, t.tool, t.mode)
	return c, r.runs[key{m.name, t.tool.name, t.mode}], ok
}
