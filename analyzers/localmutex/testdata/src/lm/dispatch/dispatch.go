// Package dispatch reaches its store through a map of functions.
package dispatch

import (
	"database/sql"
	"sync"
)

var (
	mu sync.Mutex
	db *sql.DB
)

var mysql = map[string]any{"put": mysqlPut, "get": mysqlGet}

var other = map[string]any{"put": otherPut, "get": mysqlGet}

func mysqlPut(table, key, value string) error {
	_, err := db.Exec("INSERT INTO "+table+" (k, v) VALUES (?, ?)", key, value)
	return err
}

func otherPut(table, key, value string) error {
	_, err := db.Exec("INSERT INTO "+table+" (k, v) VALUES (?, ?) ON CONFLICT (k) DO NOTHING", key, value)
	return err
}

func mysqlGet(table, key string) (v string, err error) {
	err = db.QueryRow("SELECT v FROM "+table+" WHERE k = ?", key).Scan(&v)
	return v, err
}

func current(name string) map[string]any {
	if name == "mysql" {
		return mysql
	}
	return other
}

var name string

func put(table, key, value string) error {
	return current(name)["put"].(func(string, string, string) error)(table, key, value)
}

func get(table, key string) (string, error) {
	return current(name)["get"].(func(string, string) (string, error))(table, key)
}

func Append(key, more string) error {
	mu.Lock() // want `mutex mu is all that guards table tags, read at line 53 and written back at line 57.*read-modify-write`
	defer mu.Unlock()
	old, err := get("tags", key)
	if err != nil {
		return err
	}
	return put("tags", key, old+more)
}

// Other writes to another table than it read.
func Other(key string) error {
	mu.Lock()
	defer mu.Unlock()
	old, err := get("tags", key)
	if err != nil {
		return err
	}
	return put("copies", key, old)
}
