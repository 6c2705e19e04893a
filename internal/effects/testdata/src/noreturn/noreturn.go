// Package noreturn has functions that do not return, and helpers that call them.
package noreturn

import (
	"log"
	"os"
	"sync"
)

// Fatal is one.
func Fatal(msg string) { // want Fatal:`^never returns$`
	log.Fatal(msg)
}

// Exit is one in all cases.
func Exit(code int) { // want Exit:`^never returns$`
	if code > 0 {
		os.Exit(code)
	}
	log.Fatalln("done")
}

// Take holds the lock where it returns.
func Take(mu *sync.Mutex, try func() error) { // want Take:`^acquire mutex p0; run p1\(\) is not nil; release mutex p0; never returns \| acquire mutex p0; run p1\(\) is nil$`
	mu.Lock()
	if err := try(); err != nil {
		mu.Unlock()
		Fatal(err.Error())
	}
}

// Forever serves.
func Forever(mu *sync.Mutex) { // want Forever:`^never returns$`
	for {
		mu.Lock()
		mu.Unlock()
	}
}

// OrFatal ends the program where it fails; what is held then does not matter.
func OrFatal(mu *sync.Mutex, open func() error) { // want OrFatal:`^acquire mutex p0; run p1\(\) is not nil; never returns \| acquire mutex p0; run p1\(\) is nil; release mutex p0$`
	mu.Lock()
	if err := open(); err != nil {
		log.Fatalf("open: %v", err)
	}
	mu.Unlock()
}
