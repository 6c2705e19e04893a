package main

// A mode is the state of things before a run.
type mode string

// The modes, in the order of the tables.
const (
	cold    mode = "cold"    // the tool's own cache is empty, the build cache has everything
	warm    mode = "warm"    // nothing has changed since the last run
	changed mode = "changed" // one file has changed since the last run
	empty   mode = "empty"   // the build cache is empty, too
)

var modes = []mode{cold, warm, changed, empty}

// A step is one module with all that is measured on it.
type step struct {
	module *module
	tools  []*tool
	// once tells that each figure is of one run: the module is large.
	once bool
	// empties are the tools that run with an empty build cache besides go vet.
	empties []*tool
}

// complete is what a run without -quick does.
var complete = []step{
	{module: repo, tools: everything, empties: []*tool{locklint, staticcheck}},
	{module: std, tools: everything, empties: []*tool{locklint, staticcheck}},
	{module: shop, tools: everything, empties: []*tool{locklint, staticcheck}},
	{module: service, tools: everything, empties: []*tool{locklint, loading, staticcheck, golangci, door, idle}},
	{module: layered1, tools: everything, empties: []*tool{locklint, staticcheck}},
	{module: layered2, tools: everything, empties: []*tool{locklint, staticcheck}},
	{module: sparse, tools: everything, empties: []*tool{locklint, staticcheck}},
	{module: layered3, tools: everything, once: true, empties: []*tool{locklint}},
}

// quick is what a run with -quick does.
var quick = []step{
	{module: layered0, tools: everything, empties: []*tool{locklint}},
}

// everything is all tools, in the order of the tables.
var everything = []*tool{locklint, loading, vet, door, idle, staticcheck, golangci}

// times is how often each figure is measured, if it is to be rounds times.
func (s step) times(rounds int) int {
	if s.once {
		return 1
	}
	return rounds
}

// has tells whether the tool is measured in the mode.
func (s step) has(t *tool, m mode) bool {
	switch {
	case m == empty:
		for _, e := range s.empties {
			if e == t {
				return true
			}
		}
		return t == vet // its run fills the build cache
	case t == loading:
		return m == cold // it keeps nothing
	}
	return true
}
