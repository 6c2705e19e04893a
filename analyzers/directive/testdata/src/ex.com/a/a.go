package a

import "sync"

var mu sync.Mutex

func F() {
	//locklint:ignore toy a reason
	mu.Lock()
	mu.Lock() //locklint:ignore toy,leakedlock two rules
	mu.Lock() //locklint:ignore leakedlocks a name that is nearly right // want `there is no rule "leakedlocks" to silence; did you mean "leakedlock"\? \(directive/unknown-rule\)`
	mu.Lock() //locklint:ignore loakedlock the nearest of several: pooledlock comes later // want `did you mean "leakedlock"\?`
	mu.Lock() //locklint:ignore toy,everything one of them is none // want `there is no rule "everything" to silence; locklint help lists the rules`
	mu.Lock() //locklint:ignore directive cannot be silenced // want `there is no rule "directive"`
	mu.Lock() //locklint:ignore leakedlock/panic as a finding writes it // want `there is no rule "leakedlock/panic" to silence; write leakedlock without the category panic: a directive silences a rule as a whole`

	mu.Lock() // locklint:ignore toy a reason // want `this directive is misspelt and silences nothing: write //locklint:ignore rule reason \(directive/malformed\)`
	mu.Lock() //locklint:ignored toy a reason // want `is misspelt`
	mu.Lock() //locklint:toy a reason // want `is misspelt`
	mu.Lock() //locklint:ignore // want `names no rule`
	mu.Lock() //locklint:ignore toy // want `gives no reason`
	mu.Lock() //locklint:ignore toy, leakedlock a reason // want `has an empty rule`

	// locklint: prose is no directive, nor is
	// locklint that ignores something.
}
