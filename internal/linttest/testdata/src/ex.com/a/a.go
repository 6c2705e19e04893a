package a

import "ex.com/b" // want `imports a package that locks, assuming Lock are called \(toy/import\)`

func f() {
	b.Lock() /* timeline: acquire */ // want `call of Lock locks via sync < Lock \(toy/call\)`

	// timeline: acquire
	b.Lock() // want `Lock locks`
}
