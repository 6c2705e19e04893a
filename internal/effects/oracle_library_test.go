package effects_test

import (
	"go/types"
	"maps"
	"slices"
)

// take and drop keep the books of what is held.
func (m *machine) take(g grip) {
	for _, f := range m.stack {
		f.held[g] = true
	}
}

func (m *machine) drop(g grip) {
	for _, f := range m.stack {
		delete(f.held, g)
	}
}

func (f *frame) grips() []grip { return slices.Collect(maps.Keys(f.held)) }

// library does what a function of a library does.
func (m *machine) library(fn *types.Func, args []value) []value {
	switch m.prog.fullName(fn) {
	case "oracle/env.Flag":
		return []value{m.choose(2) == 1}
	case "oracle/env.N":
		return []value{m.choose(3)}
	case "oracle/env.Err":
		return []value{unchosen{}}
	case "os.Exit":
		panic(stop{"exit"})
	}
	if args[0] == nil {
		panic(stop{"nil"})
	}
	switch x := args[0].(type) {
	case *mutex:
		return m.lock(x, fn.Name())
	case database:
		if m.choose(2) == 1 {
			return []value{nil, failure{}}
		}
		tx := &txn{open: on}
		m.take(grip{on: tx})
		return []value{tx, nil}
	case *txn:
		if fn.Name() == "Exec" {
			return []value{nil, unchosen{}}
		}
		if x.open == off {
			return []value{failure{}}
		}
		x.open = off
		m.drop(grip{on: x})
		return []value{unchosen{}}
	}
	panic("library: " + fn.FullName())
}

func (m *machine) lock(x *mutex, name string) []value {
	free := x.writer != on && x.reader != on
	switch name {
	case "TryLock", "TryRLock":
		if !free && !m.lenient || m.choose(2) == 0 {
			return []value{false}
		}
		m.lock(x, name[len("Try"):])
		return []value{true}
	case "Lock", "RLock":
		if !free && !m.lenient {
			panic(stop{"deadlock"})
		}
	}
	shared := name == "RLock" || name == "RUnlock"
	st := &x.writer
	if shared {
		st = &x.reader
	}
	switch name {
	case "Lock", "RLock":
		*st = on
		m.take(grip{x, shared})
	default:
		if !m.lenient && (*st == off || *st == unknown && (x.writer == on || x.reader == on)) {
			panic(stop{"unlock of unlocked mutex"})
		}
		*st = off
		m.drop(grip{x, shared})
	}
	return nil
}

// nameOf is a name of a lock in the source.
func (p *program) nameOf(m *machine, f *frame, on any) string {
	for obj, c := range m.globals.vars {
		if name := within(c.v, on, obj.Name()); name != "" {
			return name
		}
	}
	for _, g := range append(m.stack[:f.depth+1:f.depth+1], m.stack[f.depth+1:]...) {
		for name, cells := range g.names {
			for _, c := range cells {
				if s := within(c.v, on, name); s != "" {
					return s
				}
			}
		}
	}
	return "?"
}

func within(v value, on any, name string) string {
	if v == on {
		return name
	}
	if o, ok := v.(*object); ok {
		for f, c := range o.fields {
			if s := within(c.v, on, name+"."+f); s != "" {
				return s
			}
		}
	}
	return ""
}
