package effects

import (
	"slices"
	"strings"
	"unicode"

	"github.com/locklint/locklint/internal/summary"
)

// Words of names and keys: some say that a thing is a lock, others that it is none.

// CallsItLock tells that one of the texts (a key, the name of a function or type) speaks of a lock.
func CallsItLock(texts ...string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return hasWord(t, isLockWord) })
}

// CallsItMarker tells that one of the texts speaks of a throttle, or of a mark that something was done once.
func CallsItMarker(texts ...string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return hasWord(t, isMarkerWord) })
}

// CallsItThrottle tells that one of the texts speaks of what limits a rate: it is kept on purpose, whatever came of it.
func CallsItThrottle(texts ...string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return hasWord(t, isThrottleWord) })
}

// CallsItBusy tells that a text, the name of an error, says that somebody else has something.
func CallsItBusy(text string) bool {
	return hasWord(text, func(w string) bool {
		return isLockWord(w) || slices.Contains([]string{"busy", "taken", "held", "running", "progress", "contended", "contention", "acquired", "obtained"}, w)
	})
}

// IsTurn tells a key that is the same for all, or made of the time, or called a throttle: who takes it takes a turn, and
// the next comes.
func (f *Function) IsTurn(e Event) bool {
	key := e.Lock.Key
	if key == nil {
		return false
	}
	if key.Op == summary.Const || key.Op == summary.Global || key.Op == summary.Template && len(key.Args) == 0 || strings.Contains(key.String(), "time.") {
		return true
	}
	names := []string{key.Pattern(), f.Name[strings.LastIndexByte(f.Name, '/')+1:]}
	return CallsItThrottle(append(names, e.Via...)...)
}

// CallsItAcquire tells that a text, a key or the name of a function, speaks of a lock or of getting one.
func CallsItAcquire(text string) bool {
	return hasWord(text, func(w string) bool {
		return isLockWord(w) || strings.Contains(w, "acquir") || strings.Contains(w, "obtain")
	})
}

// CallsItRelease tells that the name of a function says that it gives something back.
func CallsItRelease(name string) bool {
	return hasWord(name, func(w string) bool { return w == "release" || w == "unlock" || w == "free" || isLockWord(w) })
}

func hasWord(text string, is func(string) bool) bool {
	for _, w := range Words(text) {
		if is(w) {
			return true
		}
	}
	return false
}

// Words parts a name or key at capitals and at what is no letter.
func Words(text string) []string {
	var words []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			words = append(words, strings.ToLower(b.String()))
			b.Reset()
		}
	}
	before := ' '
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r):
			end()
			before = ' '
			continue
		case unicode.IsUpper(r) && unicode.IsLower(before):
			end()
		}
		b.WriteRune(r)
		before = r
	}
	end()
	return words
}

// isLockWord tells lock and what is made of it: locks, locker, unlock, userlock, mutex. A block is none, and a clock.
func isLockWord(w string) bool {
	for _, exact := range []string{"mutex", "mutexes", "mtx", "lease", "leases", "leader", "semaphore", "lck", "inflight", "trylock"} {
		if w == exact {
			return true
		}
	}
	for _, tail := range []string{"lock", "locks", "locked", "locker", "locking"} {
		if head, ok := strings.CutSuffix(w, tail); ok {
			return !slices.Contains([]string{"b", "c", "dead", "f", "unb", "wallc", "inter", "pad"}, head)
		}
	}
	return false
}

// isThrottleWord tells what limits a rate.
func isThrottleWord(w string) bool {
	for _, stem := range []string{"throttl", "ratelimit", "cooldown", "debounc"} {
		if strings.HasPrefix(w, stem) {
			return true
		}
	}
	return slices.Contains([]string{"limiter", "limit", "limits", "rate", "interval", "quota", "resend", "flood", "cool", "frequency", "turn", "tick", "cron"}, w)
}

// isMarkerWord tells what limits a rate, or remembers that something was done.
func isMarkerWord(w string) bool {
	for _, stem := range []string{"throttl", "ratelimit", "cooldown", "debounc", "dedup", "duplicat", "idempot"} {
		if strings.HasPrefix(w, stem) {
			return true
		}
	}
	return slices.Contains([]string{"idem", "nonce", "marker", "unique", "once", "seen", "sent", "visited", "processed", "handled", "notified", "told",
		"limiter", "limit", "limits", "rate", "interval", "quota"}, w)
}
