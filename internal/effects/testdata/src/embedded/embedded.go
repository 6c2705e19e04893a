// Package embedded embeds its locks.
package embedded

import "sync"

type Box struct {
	sync.Mutex
	n int
}

func (b *Box) Open() { b.Lock() } // want Open:`^acquire mutex p0\.Mutex$`

func (b *Box) Shut() { b.Unlock() } // want Shut:`^release mutex p0\.Mutex$`

type Ptr struct{ *sync.RWMutex }

func (p Ptr) Open() { p.RLock() } // want Open:`^acquire mutex shared p0\.RWMutex$`

func (p Ptr) Shut() { p.RUnlock() } // want Shut:`^release mutex shared p0\.RWMutex$`

// Deep reaches the mutex two levels down.
type Deep struct{ Box }

func (d *Deep) Open2() { d.Lock() } // want Open2:`^acquire mutex p0\.Box\.Mutex$`

// Explicit names what is embedded.
func (d *Deep) Explicit() { d.Box.Mutex.Unlock() } // want Explicit:`^release mutex p0\.Box\.Mutex$`

// Use is a client of promoted methods.
func Use(d *Deep) { // want Use:`^acquire mutex p0\.Box\.Mutex$`
	d.Open()
}

// guard has methods of its own, which are promoted.
type guard struct{ mu sync.Mutex }

func (g *guard) enter() { g.mu.Lock() } // want enter:`^acquire mutex p0\.mu$`

func (g *guard) leave() { g.mu.Unlock() } // want leave:`^release mutex p0\.mu$`

type Store struct{ guard }

func (s *Store) Begin() { s.enter() } // want Begin:`^acquire mutex p0\.guard\.mu$`

func (s *Store) End() { s.leave() } // want End:`^release mutex p0\.guard\.mu$`
