// Case gb10zk: ZooKeeper's lock, and an ephemeral node by hand.
package gb10zk

import (
	"database/sql"
	"errors"

	"github.com/go-zookeeper/zk"
)

type Master struct {
	conn *zk.Conn
	db   *sql.DB
}

func (m *Master) work() error {
	_, err := m.db.Exec("UPDATE masters SET n = n + 1")
	return err
}

func (m *Master) Left(dry bool) error {
	l := zk.NewLock(m.conn, "/master", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { //bug:leakedlock/early-return
		return err
	}
	if dry {
		return nil
	}
	if err := m.work(); err != nil {
		_ = l.Unlock()
		return err
	}
	return l.Unlock()
}

func (m *Master) Ignored() error {
	l := zk.NewLock(m.conn, "/master", zk.WorldACL(zk.PermAll))
	l.Lock() //bug:uncheckedlock/ignored
	defer l.Unlock()
	return m.work()
}

// Twice unlocks where the work failed, and again at the end.
func (m *Master) Twice() error {
	l := zk.NewLock(m.conn, "/master", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock() //bug:leakedlock/double
	err := m.work()
	l.Unlock()
	if err != nil {
		return errors.New("work")
	}
	return nil
}
