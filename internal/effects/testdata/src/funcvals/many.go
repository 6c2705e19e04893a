package funcvals

// A node is one of a list.
type node struct {
	kind, name int
	next       *node
}

// Kind asks a function in each round, and each round has many ways, more than are kept apart: what it was given is run
// some time, that is all.
func Kind(n *node, over func(*node) int) int { // want Kind:`^run p1\(p0\); run p1\(either\(p0,p0\.next\)\); run p1\(either\(\*either\(p0\.next,p0\.next\.next\),p0,p0\.next\)\); run p1\(new0\) \| \.\.\.$`
	for ; n != nil; n = n.next {
		if k := over(n); k != 0 {
			return k
		}
		switch {
		case n.kind == 1 && n.name == 2, n.name == 3:
			return 1
		case n.kind == 2, n.kind == 3:
			continue
		case n.kind == 4 && n.name == 4:
			return 2
		case n.kind == 5 && n.name == 5:
			return 3
		case n.kind == 6, n.kind == 7 && n.next.kind == 6:
			return 4
		case n.kind == 8 && n.name < 7:
			return kindOf(n.next)
		}
		break
	}
	return 0
}

func kindOf(n *node) int {
	if n.kind == 9 || n.kind == 10 {
		return 5
	}
	return 6
}
