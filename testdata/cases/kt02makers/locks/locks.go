// Package locks makes the locks of accounts.
package locks

import "github.com/go-redsync/redsync/v4"

// Account makes the lock of an account.
func Account(rs *redsync.Redsync, no string) *redsync.Mutex { return rs.NewMutex("account:" + no) }
