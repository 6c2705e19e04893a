// Case le06redigo: SETNX and EXPIRE are two commands; a worker that dies in between leaves the lock for ever.
package le06redigo

import (
	"errors"

	"github.com/gomodule/redigo/redis"
)

var errBusy = errors.New("export is running")

// Exports runs one export at a time.
type Exports struct{ pool *redis.Pool }

func exportKey(tenant string) string { return "export:lock:" + tenant }

// Start takes the lock.
func (e *Exports) Start(tenant string, token string) error {
	c := e.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("SETNX", exportKey(tenant), token))
	if err != nil {
		return err
	}
	if n == 0 {
		return errBusy
	}
	_, err = c.Do("EXPIRE", exportKey(tenant), 60) //bug:leaseexpiry/two-step
	return err
}

// StartOnce does it in one.
func (e *Exports) StartOnce(tenant string, token string) error {
	c := e.pool.Get()
	defer c.Close()
	reply, err := redis.String(c.Do("SET", exportKey(tenant), token, "NX", "EX", 60))
	if errors.Is(err, redis.ErrNil) {
		return errBusy
	}
	if err != nil {
		return err
	}
	if reply != "OK" {
		return errBusy
	}
	return nil
}

// Touch keeps a session alive, which is no lock.
func (e *Exports) Touch(session string) error {
	c := e.pool.Get()
	defer c.Close()
	if _, err := c.Do("SET", "session:"+session, "1"); err != nil {
		return err
	}
	_, err := c.Do("EXPIRE", "session:"+session, 1800)
	return err
}
