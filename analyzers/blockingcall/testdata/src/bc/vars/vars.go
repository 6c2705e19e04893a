// Package vars calls with clients in package variables, its own and those of another package.
package vars

import (
	"net/http"
	"sync"
	"time"

	"bc/vars/shared"
)

var (
	mu    sync.Mutex
	bare  = &http.Client{}
	timed = &http.Client{Timeout: time.Second}
	later = &http.Client{}
	pause = 3 * time.Second
)

func init() { later.Timeout = time.Second }

func Bare(url string) {
	mu.Lock()
	defer mu.Unlock()
	bare.Get(url) // want `no-timeout`
}

// Silent: the variable's client has a timeout.
func Timed(url string) {
	mu.Lock()
	defer mu.Unlock()
	timed.Get(url)
}

// Silent: it is given one later.
func Later(url string) {
	mu.Lock()
	defer mu.Unlock()
	later.Get(url)
}

func Default(url string) {
	mu.Lock()
	defer mu.Unlock()
	http.DefaultClient.Get(url) // want `no-timeout`
}

func Other(url string) {
	mu.Lock()
	defer mu.Unlock()
	shared.Bare.Get(url) // want `no-timeout`
}

// Silent: the other package's client has a timeout.
func OtherTimed(url string) {
	mu.Lock()
	defer mu.Unlock()
	shared.Timed.Get(url)
}

func Made(url string) {
	c := shared.Client()
	mu.Lock()
	defer mu.Unlock()
	c.Get(url) // want `no-timeout`
}

// Silent: made with a timeout.
func MadeTimed(url string) {
	c := shared.TimedClient(time.Second)
	mu.Lock()
	defer mu.Unlock()
	c.Get(url)
}

func Function(url string) error {
	mu.Lock()
	defer mu.Unlock()
	return shared.Get(url) // want `Get -> http.Get may wait`
}

type holder struct{ c *http.Client }

var (
	short = holder{shared.TimedClient(time.Second)}
	long  = holder{shared.Client()}
)

// Silent: a field of a package variable, made with a timeout. The other variable has none: the field is not
// always the same.
func Held(url string) {
	mu.Lock()
	defer mu.Unlock()
	short.c.Get(url)
}

func HeldBare(url string) {
	mu.Lock()
	defer mu.Unlock()
	long.c.Get(url) // want `no-timeout`
}

// The length of the wait is in a package variable.
func Pause() {
	mu.Lock()
	defer mu.Unlock()
	time.Sleep(pause) // want `time.Sleep waits 3s`
}
