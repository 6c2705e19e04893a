package main

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// Experiment is a fault of one category and its repair, under the same load.
type Experiment struct {
	Rule     string // rule/category, as locklint prints it
	Damage   string // what is counted
	Clients  int    // at the same time, in each process
	Replicas int    // processes; 0: the lab's own alone
	Serves   int    // how many clients the mended function serves; 0: all
	Dies     string // what a process that dies says; "": none may die
	Holds    []Hold // where time is widened

	Faulty, Mended Variant
}

// Variant is one of the two functions.
type Variant struct {
	Func  string // as in "stock.(*Service).Sell"
	Where string // the function in which the finding stands: Func, or one that it calls

	faulty bool
	plan   func(*Rig) Plan
}

// Plan is what happens in one run.
type Plan struct {
	Setup    func(ctx context.Context) error                  // may be nil
	Client   func(ctx context.Context, n int) error           // what client n asks for
	Refusals []error                                          // what clients may be refused with: any other error fails the run
	Again    int                                              // how often one that was refused comes again, alone
	Count    func(ctx context.Context, r Result) (int, error) // the damage
}

// Result is how the clients fared.
type Result struct {
	Served  int    // answered without an error
	Refused int    // answered with one that the plan knows
	Crashed int    // processes that died of what the experiment is about
	Err     string // the error of one client that was refused
	Wrong   string // the error of one that met something else
}

// count adds a client.
func (r *Result) count(err error, refusals []error) {
	switch {
	case err == nil:
		r.Served++
	case isAny(err, refusals):
		r.Refused++
		r.Err = err.Error()
	default:
		r.Wrong = err.Error()
	}
}

// isAny tells that err is one of those.
func isAny(err error, those []error) bool {
	return slices.ContainsFunc(those, func(one error) bool { return errors.Is(err, one) })
}

// add adds the clients of a process.
func (r *Result) add(other Result) {
	r.Served += other.Served
	r.Refused += other.Refused
	r.Crashed += other.Crashed
	r.Err = cmp.Or(r.Err, other.Err)
	r.Wrong = cmp.Or(r.Wrong, other.Wrong)
}

// serves is how many clients the mended function has to serve.
func (e Experiment) serves() int { return cmp.Or(e.Serves, e.Clients*max(1, e.Replicas)) }

// experiment completes e with the two functions and the plan that both are put through.
func experiment[F any](e Experiment, faulty, mended F, plan func(*Rig, F) Plan) Experiment {
	variant := func(f F) Variant {
		return Variant{Func: funcName(f), Where: funcName(f), plan: func(r *Rig) Plan { return plan(r, f) }}
	}
	e.Faulty, e.Mended = variant(faulty), variant(mended)
	e.Faulty.faulty = true
	return e
}

// funcName is the name of a function or method expression, without the directory of its package.
func funcName(f any) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return name[strings.LastIndexByte(name, '/')+1:]
}

// experiments are all of them, in the order of the table.
func experiments() []Experiment {
	var all []Experiment
	for _, rule := range []func() []Experiment{
		blindUnlock,
		blockingCall,
		canceledUnlock,
		claimOnly,
		keyTemplate,
		leakedLock,
		leaseExpiry,
		localMutex,
		pooledLock,
		staleRead,
		uncheckedLock,
		unlockBeforeCommit,
	} {
		all = append(all, rule()...)
	}
	return all
}
