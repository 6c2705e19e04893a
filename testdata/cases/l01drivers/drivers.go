// Case l01drivers: the store is reached through a map of functions per database; a mutex of the process is all that keeps two servers from losing each other's tag.
package l01drivers

import (
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
)

var (
	tagMutex sync.Mutex
	pg, lite *sql.DB
	backend  string

	errExists = errors.New("tag exists already")
)

const (
	put  = "put"
	get  = "get"
	tags = "tags"
)

var pgFuncs = map[string]any{put: pgPut, get: pgGet}

var liteFuncs = map[string]any{put: litePut, get: liteGet}

func pgPut(table, key, value string) error {
	_, err := pg.Exec("INSERT INTO "+table+" (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2", key, value)
	return err
}

func pgGet(table, key string) (v string, err error) {
	err = pg.QueryRow("SELECT value FROM "+table+" WHERE key = $1", key).Scan(&v)
	return v, err
}

func litePut(table, key, value string) error {
	_, err := lite.Exec("INSERT OR REPLACE INTO "+table+" (key, value) VALUES (?, ?)", key, value)
	return err
}

func liteGet(table, key string) (v string, err error) {
	err = lite.QueryRow("SELECT value FROM "+table+" WHERE key = ?", key).Scan(&v)
	return v, err
}

func current() map[string]any {
	if backend == "sqlite" {
		return liteFuncs
	}
	return pgFuncs
}

// Put writes a record.
func Put(table, key, value string) error {
	return current()[put].(func(string, string, string) error)(table, key, value)
}

// Get reads one.
func Get(table, key string) (string, error) {
	return current()[get].(func(string, string) (string, error))(table, key)
}

// Tag is a record.
type Tag struct {
	ID    string
	Nodes []string
}

func load(id string) (t Tag, err error) {
	data, err := Get(tags, id)
	if err != nil {
		return t, err
	}
	return t, json.Unmarshal([]byte(data), &t)
}

// Add puts a node into a tag.
func Add(id, node string) error {
	tagMutex.Lock() //bug:localmutex/read-modify-write
	defer tagMutex.Unlock()
	t, err := load(id)
	if err != nil {
		return err
	}
	t.Nodes = append(t.Nodes, node)
	data, err := json.Marshal(&t)
	if err != nil {
		return err
	}
	return Put(tags, t.ID, string(data))
}

// Create makes a tag; the upsert is atomic by itself.
func Create(t Tag) error {
	tagMutex.Lock()
	defer tagMutex.Unlock()
	if _, err := Get(tags, t.ID); err == nil {
		return errExists
	}
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return Put(tags, t.ID, string(data))
}

// Note copies a tag to another table.
func Note(id string) error {
	tagMutex.Lock()
	defer tagMutex.Unlock()
	data, err := Get(tags, id)
	if err != nil {
		return err
	}
	return Put("notes", id, data)
}
