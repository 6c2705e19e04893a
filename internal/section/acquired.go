package section

import (
	"go/token"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// acquired notes that a lock is taken at a place. Of several locks there the best known one stays.
func (w *walker) acquired(e Event) {
	old, seen := w.fn.Acquired[e.Pos]
	if seen && (Understood(old) || !Understood(e.Lock)) {
		return
	}
	if w.fn.Acquired == nil {
		w.fn.Acquired = map[token.Pos]summary.Lock{}
	}
	w.fn.Acquired[e.Pos] = e.Lock
}

// Understood tells that it is known what kind of lock it is and which one.
func Understood(l summary.Lock) bool {
	return l.Kind != catalog.UnknownKind && (l.Handle != nil || l.Key != nil)
}
