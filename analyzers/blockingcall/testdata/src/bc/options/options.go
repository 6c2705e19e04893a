// Package options configures its client with functional options.
package options

import (
	"net/http"
	"sync"
	"time"
)

type Client struct {
	mu   sync.Mutex
	http *http.Client
	name string
}

type Option func(*Client)

func WithTimeout(d time.Duration) Option { return func(c *Client) { c.http.Timeout = d } }

func New(opts ...Option) *Client {
	c := &Client{http: &http.Client{}}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Silent: an option may have set the timeout.
func (c *Client) Get(url string) (*http.Response, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.http.Get(url)
}

type Plain struct {
	mu   sync.Mutex
	http *http.Client
	name string
}

func WithName(name string) func(*Plain) { return func(c *Plain) { c.name = name } }

func NewPlain(opts ...func(*Plain)) *Plain {
	c := &Plain{http: new(http.Client)}
	for _, o := range opts {
		o(c)
	}
	return c
}

// No option sets a timeout.
func (c *Plain) Get(url string) (*http.Response, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.http.Get(url) // want `no-timeout`
}
