// Package lost drops what tells that a lock is lost.
package lost

import (
	"net/http"

	"github.com/hashicorp/consul/api"
)

func Drops(c *api.Client) error {
	l, err := c.LockKey("service/leader")
	if err != nil {
		return err
	}
	if _, err := l.Lock(nil); err != nil { // want `^lock "service/leader" tells when it is lost, and nothing listens: .*, assuming that the work outlives the loss \(leaseexpiry/lost-ignored\)$`
		return err
	}
	defer l.Unlock()
	_, err = http.Get("http://a")
	return err
}

// Silent: it listens.
func Listens(c *api.Client, work func(stop <-chan struct{}) error) error {
	l, err := c.LockKey("service/leader")
	if err != nil {
		return err
	}
	lost, err := l.Lock(nil)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return work(lost)
}
