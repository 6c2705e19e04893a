// Package dberr asks what an error of the database means.
package dberr

import "strings"

// Taken tells that there is such a row already.
func Taken(err error) bool { return err != nil && has(err.Error(), "23505") }

func has(text, code string) bool { return strings.Contains(text, code) }

// Gone tells that the connection is lost.
func Gone(err error) bool { return err != nil && has(err.Error(), "57P01") }
