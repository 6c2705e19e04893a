// Package shared has the clients of a project.
package shared

import (
	"net/http"
	"time"
)

var (
	Bare  = &http.Client{}
	Timed = &http.Client{Timeout: 5 * time.Second}
)

// Client is made anew.
func Client() *http.Client { return &http.Client{} }

// TimedClient has a timeout.
func TimedClient(d time.Duration) *http.Client { return &http.Client{Timeout: d} }

// Get waits for ever.
func Get(url string) error {
	_, err := http.Get(url)
	return err
}
