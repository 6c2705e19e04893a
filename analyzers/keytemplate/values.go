package keytemplate

import (
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/summary"
)

// volatiles reports keys that are different each time, so that nobody ever waits for them.
func (c *checker) volatiles() {
	for _, s := range c.book.Sites {
		from := c.book.Volatile(s)
		if from == "" || s.Use.Kind != summary.Acquire || c.marks(s) || keys.IsPeriod(s.Key) {
			continue
		}
		c.tell(s, volatile, "lock key "+quoted(s)+" depends on "+short(from)+": "+costs(from)+"; build the key of what is locked alone",
			c.result.Where(s, "key"))
	}
}

// costs says what a key costs that depends on such a function.
func costs(from string) string {
	switch {
	case strings.HasPrefix(from, "time."):
		return "two holders a moment apart take different locks and both go in"
	case strings.HasPrefix(from, "os."):
		return "each process takes a lock of its own and all go in"
	}
	return "each caller takes a lock of its own and all go in"
}

// short is the name of a function as the source writes it.
func short(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// marks tells a marker for a period of the calendar, that something was done today: a SETNX with the date in its
// key that nobody gives back.
func (c *checker) marks(s effects.KeySite) bool {
	if s.Use.Lock.Kind != catalog.Lease || s.Use.Lock.Handle != nil {
		return false
	}
	dated := false
	s.Key.Walk(func(x *summary.Expr) bool {
		if x.Op == summary.Call && x.Name == "(time.Time).Format" && len(x.Args) == 2 && x.Args[1] != nil && x.Args[1].Op == summary.Const {
			dated = dated || !strings.Contains(x.Args[1].Name, "04") // no minutes
		}
		return !dated
	})
	if !dated {
		return false
	}
	for _, o := range c.book.Sites {
		if o.Use.Kind == summary.Release && o.Key.Pattern() == s.Key.Pattern() {
			return false
		}
	}
	return true
}

// datakeys reports locks of a store of keys and values whose key is that of the data which is read or written
// under it.
func (c *checker) datakeys() {
	for _, fn := range c.result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire || e.Lock.Key == nil || e.Store == catalog.NoStore {
					continue
				}
				if data, ok := sameItem(path, i); ok && (e.Lock.Handle != nil || overwrites(path, i, data)) {
					s := c.result.KeyOf(e)
					c.tell(s, datakey, "lock key "+what(s)+" is the key of the data itself, which line "+c.result.Line(data)+
						" uses: lock and data overwrite each other; put a prefix of its own in front of the lock's key",
						append(c.result.Steps(e), c.result.Steps(data)...)...)
				}
			}
		}
	}
}

// sameItem is what happens to the item of the store that has the key of the lock acquired at position i.
func sameItem(path effects.Path, i int) (effects.Event, bool) {
	lock := path.Events[i]
	for _, e := range path.Events[i+1:] {
		switch {
		case (e.Kind == summary.Read || e.Kind == summary.Write) && e.Store == lock.Store && summary.Equal(e.Item, lock.Lock.Key):
			return e, true
		case e.Kind == summary.Release && e.Lock.Same(lock.Lock):
			return effects.Event{}, false
		}
	}
	return effects.Event{}, false
}

// overwrites tells that the data of a lock which is no more than a key is written before the lock is given back on
// a path that succeeds, and so is deleted with it. A marker that tells how far the work is stays.
func overwrites(path effects.Path, i int, data effects.Event) bool {
	lock := path.Events[i]
	if data.Kind != summary.Write || summary.Equal(lock.Token, data.Token) && lock.Token != nil || path.Fails || !path.Ends {
		return false
	}
	for _, e := range path.Events[i+1:] {
		if e.Kind == summary.Release && e.Lock.Same(lock.Lock) && e.Lock.Key != nil {
			return true
		}
	}
	return false
}

// what names a key for a message: its pattern, or what is written there.
func what(s effects.KeySite) string {
	if s.Pattern() != "" {
		return quoted(s)
	}
	return "of this lock"
}

// lossy reports keys on whose way different names become one.
func (c *checker) lossy() {
	for _, s := range c.book.Sites {
		how := ""
		s.Key.Walk(func(x *summary.Expr) bool {
			if x.Op == summary.Call && how == "" {
				if text := keys.Lossy(x.Name); text != "" {
					how = short(x.Name) + " " + text
				}
			}
			return how == ""
		})
		if how == "" {
			continue
		}
		c.tell(s, lossy, "lock key goes through something that "+how[strings.IndexByte(how, ' ')+1:]+" ("+how[:strings.IndexByte(how, ' ')]+
			"): different names may become one key, and their holders wait for each other", c.result.Where(s, "key"))
	}
}

// narrow reports sections that read and then write rows which a value selects that is not in the key.
func (c *checker) narrow() {
	for _, fn := range c.result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire || e.Lock.Kind == catalog.Process || e.Lock.Key == nil || e.Lock.Key.Op == summary.Const {
					continue
				}
				if read, write, ok := apart(path, i); ok {
					s := c.result.KeyOf(e)
					c.tell(s, narrow, "lock key "+what(s)+" does not say which rows line "+c.result.Line(read)+" reads and line "+c.result.Line(write)+
						" writes: holders of two keys may meet on one row and overwrite each other; put what selects the row into the key",
						append(c.result.Steps(e), c.result.Steps(read, write)...)...)
				}
			}
		}
	}
}

// apart finds a read and a write of one table, under the lock acquired at position i, whose rows are selected by one
// value that is no part of the key.
func apart(path effects.Path, i int) (read, write effects.Event, ok bool) {
	lock := path.Events[i].Lock
	for j, w := range path.Events[i+1:] {
		if w.Kind == summary.Release && w.Lock.Same(lock) {
			break
		}
		if w.Kind != summary.Write || w.Table == "" || !outside(w.Rows, lock.Key) {
			continue
		}
		for _, r := range path.Events[i+1 : i+1+j] {
			if r.Kind == summary.Read && r.Table == w.Table && outside(r.Rows, lock.Key) && summary.Equal(r.Rows[0], w.Rows[0]) {
				return r, w, true
			}
		}
	}
	return effects.Event{}, effects.Event{}, false
}

// outside tells that the rows are selected by known values and that none of them is in the key, nor anything that it
// was made of.
func outside(rows []*summary.Expr, key *summary.Expr) bool {
	if len(rows) == 0 {
		return false
	}
	for _, x := range rows {
		if x == nil || x.Op == summary.Const || x.Has(summary.Local) || shares(x, key) {
			return false
		}
	}
	return true
}

// shares tells that two values come from one: the same value is in both, or they are fields of one thing.
func shares(x, key *summary.Expr) bool {
	shared := false
	key.Walk(func(k *summary.Expr) bool {
		shared = shared || summary.Equal(k, x) || k.Has(summary.Local) && k.Op != summary.Template
		return !shared
	})
	return shared
}
