// Case gb10redigo: SET NX through redigo, in words.
package gb10redigo

import (
	"database/sql"
	"errors"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

type Jobs struct {
	pool *redis.Pool
	db   *sql.DB
}

func (j *Jobs) run() error {
	_, err := j.db.Exec("UPDATE jobs SET ran = now()")
	return err
}

// Plain deletes the key by its name.
func (j *Jobs) Plain() error {
	c := j.pool.Get()
	defer c.Close()
	reply, err := redis.String(c.Do("SET", "lock:jobs", 1, "NX", "EX", 30))
	if errors.Is(err, redis.ErrNil) {
		return errors.New("busy")
	}
	if err != nil {
		return err
	}
	if reply != "OK" {
		return errors.New("busy")
	}
	defer c.Do("DEL", "lock:jobs") //bug:blindunlock/plain-delete
	return j.run()
}

var unlockScript = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Right.
func (j *Jobs) Right() error {
	c := j.pool.Get()
	defer c.Close()
	token := uuid.NewString()
	_, err := redis.String(c.Do("SET", "lock:jobs", token, "NX", "EX", 30))
	if errors.Is(err, redis.ErrNil) {
		return errors.New("busy")
	}
	if err != nil {
		return err
	}
	defer unlockScript.Do(c, "lock:jobs", token)
	return j.run()
}

// Ignored does not look at the answer: nil is no error.
func (j *Jobs) Ignored() error {
	c := j.pool.Get()
	defer c.Close()
	token := uuid.NewString()
	if _, err := c.Do("SET", "lock:jobs", token, "NX", "EX", 30); err != nil { //bug:uncheckedlock/ignored
		return err
	}
	defer unlockScript.Do(c, "lock:jobs", token)
	return j.run()
}
