package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const singleSource = `package one

import (
	"database/sql"
	"sync"
)

var (
	mu sync.Mutex
	db *sql.DB
)

func Write() {
	mu.Lock()
	defer mu.Unlock()
	db.Exec("UPDATE p SET a = 1")
	db.Exec("UPDATE q SET a = 1")
}

func Session(id string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	tx.Exec("SELECT pg_advisory_lock($1)", id)
	_, err = tx.Exec("UPDATE product SET qty = qty - 1 WHERE id = $1", id)
	tx.Exec("SELECT pg_advisory_unlock($1)", id)
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

//locklint:ignored
func Misspelt() {}
`

// Analyzers that a driver is given one by one, as nogo is, keep to the configuration: rules and categories off and
// on, excluded files.
func TestSingleAnalyzersKeepToTheConfiguration(t *testing.T) {
	d := &doors{t: t, dir: t.TempDir(), program: "nogo"}
	d.write("go.mod", "module ex.com/one\n\ngo 1.25\n")
	d.write("a.go", singleSource)
	const session, ignored, dropped, misspelt = "unlockbeforecommit/session", "uncheckedlock/ignored", "uncheckedlock/row-dropped", "directive/malformed"
	for _, tt := range []struct {
		config string
		want   []string
	}{
		{``, []string{session, dropped, misspelt}},
		{`{"rules":{"uncheckedlock":"off","directive":"off"}}`, []string{session}},
		{`{"categories":{"unlockbeforecommit/session":"off","directive/malformed":"off"}}`, []string{dropped}},
		{`{"categories":{"localmutex/write-only":"on"}}`, []string{"localmutex/write-only", session, dropped, misspelt}},
		{`{"exclude":[{"path":"a.go","reason":"old","rules":["uncheckedlock"]}]}`, []string{session, misspelt}},
	} {
		var got []string
		for _, f := range d.govet(tt.config) {
			words := strings.Fields(f)
			name := words[1] + "/" + words[2]
			if name != ignored && !slices.Contains(got, name) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: found %q, want %q", fmt.Sprint(tt.config), got, tt.want)
		}
	}
}
