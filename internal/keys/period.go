package keys

import (
	"strconv"
	"strings"
	"time"

	"github.com/locklint/locklint/internal/summary"
)

// shortest is the shortest period for which a key may stand: the tick of a job that runs once a minute on one of several nodes.
const shortest = time.Minute

// IsPeriod tells a key that is a period of the calendar and nothing else, the day or the hour of a job that runs once in it: what varies in it
// comes from time.Now and stays the same for a minute or longer.
func IsPeriod(key *summary.Expr) bool {
	return VolatileIn(key) == "time.Now" && steady(key)
}

// steady tells that a value stays the same for a period.
func steady(x *summary.Expr) bool {
	if x == nil {
		return false
	}
	switch x.Op {
	case summary.Const:
		return true
	case summary.Template:
	case summary.Call:
		if strings.HasPrefix(x.Name, volatile) {
			return false
		}
		if cut, known := period(x); known && cut >= shortest {
			return true
		}
	default:
		return false
	}
	for _, a := range x.Args {
		if !steady(a) {
			return false
		}
	}
	return len(x.Args) > 0
}

// calendar are the methods of a time that tell of a period that it lies in.
var calendar = map[string]bool{
	"Year": true, "Month": true, "Day": true, "YearDay": true, "Weekday": true, "ISOWeek": true, "Date": true, "Hour": true, "Minute": true,
}

// Parts is how many results of a function are each a part of what it is given: the year, the month and the day of a time. It is 0 for others.
func Parts(name string) int {
	switch name {
	case "(time.Time).Date", "(time.Time).Clock":
		return 3
	case "(time.Time).ISOWeek":
		return 2
	}
	return 0
}

// units are the methods of a time that count, and in what.
var units = map[string]time.Duration{
	"Unix": time.Second, "UnixMilli": time.Millisecond, "UnixMicro": time.Microsecond, "UnixNano": time.Nanosecond,
}

// period is how long the result of a call stays the same whatever the time does, if it is known.
func period(call *summary.Expr) (time.Duration, bool) {
	if call.Name == "/" && len(call.Args) == 2 {
		n, ok := number(call.Args[1])
		counted := call.Args[0]
		if !ok || counted == nil || counted.Op != summary.Call {
			return 0, false
		}
		unit, ok := units[strings.TrimPrefix(counted.Name, "(time.Time).")]
		return unit * time.Duration(n), ok
	}
	method, ok := strings.CutPrefix(call.Name, "(time.Time).")
	switch {
	case !ok:
		return 0, false
	case calendar[method]:
		return shortest, true
	case (method == "Truncate" || method == "Round") && len(call.Args) == 2:
		n, ok := number(call.Args[1])
		return time.Duration(n), ok
	case method == "Format" && len(call.Args) == 2 && call.Args[1] != nil && call.Args[1].Op == summary.Const:
		return shortest, !strings.Contains(call.Args[1].Name, "05")
	}
	return 0, false
}

func number(x *summary.Expr) (int64, bool) {
	if x == nil || x.Op != summary.Const {
		return 0, false
	}
	n, err := strconv.ParseInt(x.Name, 10, 64)
	return n, err == nil
}
