// Case gb06consul: Consul's lock, whose second answer says whether one has it.
package gb06consul

import (
	"database/sql"
	"errors"

	"github.com/hashicorp/consul/api"
)

type Leader struct {
	client *api.Client
	db     *sql.DB
}

func (l *Leader) work() error {
	_, err := l.db.Exec("UPDATE leaders SET beat = beat + 1")
	return err
}

// Nobody looks at the channel: it is nil where the wait was given up.
func (l *Leader) Wrong(stop chan struct{}) error {
	lock, err := l.client.LockKey("service/leader")
	if err != nil {
		return err
	}
	if _, err := lock.Lock(stop); err != nil { //may:leaseexpiry //may:uncheckedlock
		return err
	}
	defer lock.Unlock()
	return l.work()
}

// Left behind when the work fails.
func (l *Leader) Left(stop chan struct{}) error {
	lock, err := l.client.LockKey("service/leader")
	if err != nil {
		return err
	}
	lost, err := lock.Lock(stop) //bug:leakedlock/early-return
	if err != nil {
		return err
	}
	if lost == nil {
		return errors.New("stopped")
	}
	select {
	case <-lost:
		return errors.New("lost")
	default:
	}
	if err := l.work(); err != nil {
		return err
	}
	return lock.Unlock()
}
