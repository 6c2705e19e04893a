package summary

// Base is the path without its last selector, or nil.
func (e *Expr) Base() *Expr {
	if e != nil {
		switch e.Op {
		case Field, Elem, Deref:
			return e.Args[0]
		}
	}
	return nil
}

// Arg is argument i, or nil where there are not so many.
func (e *Expr) Arg(i int) *Expr {
	if e == nil || i >= len(e.Args) {
		return nil
	}
	return e.Args[i]
}
