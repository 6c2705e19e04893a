// Package ifaces goes out behind interfaces.
package ifaces

import (
	"net/http"
	"sync"
	"time"
)

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type Sender interface{ Send(text string) error }

type webhook struct{ url string }

func (w webhook) Send(string) error {
	_, err := http.Get(w.url)
	return err
}

type memory struct{ texts []string }

func (m *memory) Send(text string) error {
	m.texts = append(m.texts, text)
	return nil
}

type S struct {
	mu     sync.Mutex
	sender Sender
}

// One of two implementations goes out.
func (s *S) Send(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sender.Send(text) // want `Send -> http.Get may wait for ever: .*, assuming that ifaces.webhook stands behind the interface \(blockingcall/no-timeout\)$`
}

type Only interface{ Fetch() error }

type only struct{}

func (only) Fetch() error {
	_, err := http.Get("http://only")
	return err
}

// There is only one implementation.
func Fetch(mu *sync.Mutex, o Only) error {
	mu.Lock()
	defer mu.Unlock()
	return o.Fetch() // want `Fetch -> http.Get may wait for ever: [^,]*, and [^,]*, or [^,]* \(blockingcall/no-timeout\)$`
}

type API struct {
	mu   sync.Mutex
	doer Doer
}

func NewAPI() *API { return &API{doer: &http.Client{Timeout: time.Second}} }

// Silent: what stands behind the interface has a timeout.
func (a *API) Call(req *http.Request) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, err := a.doer.Do(req)
	return err
}

type unseen interface{ Post(url string) error }

// Silent: nobody knows what stands behind the interface.
func Unseen(mu *sync.Mutex, u unseen) error {
	mu.Lock()
	defer mu.Unlock()
	return u.Post("http://x")
}
