package catalog

// method is the beginning of an entry for a method of recv.
func method(pkg, recv, name string, role Role) Entry {
	return Entry{Pkg: pkg, Recv: []string{recv}, Name: name, Role: role}
}

// each makes an entry of e for each name.
func each(e Entry, names ...string) []Entry {
	out := make([]Entry, len(names))
	for i, n := range names {
		out[i] = e
		out[i].Name = n
	}
	return out
}

// on sets receivers.
func (e Entry) on(recv ...string) Entry { e.Recv = recv; return e }

// resultError says that the last result, result i, is the error.
func (e Entry) resultError(i int) Entry { e.Err = Result(i); return e }
