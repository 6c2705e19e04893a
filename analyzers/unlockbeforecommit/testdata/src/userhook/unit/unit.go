// Package unit keeps what is to be done behind the commit.
package unit

import "database/sql"

type Unit struct {
	Tx    *sql.Tx
	Now   bool
	after []func()
}

// After runs f behind the commit, or at once: its body alone does not say when that is.
func (u *Unit) After(f func()) {
	if u.Now {
		f()
		return
	}
	u.after = append(u.after, f)
}
