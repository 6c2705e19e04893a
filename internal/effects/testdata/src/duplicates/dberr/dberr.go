// Package dberr asks what errors of a database mean; nothing else would be known of it.
package dberr

import "strings"

type Kind struct{ Number int }

func Taken(err error) bool { // want Taken:`^asks for a duplicate$`
	return err != nil && strings.Contains(err.Error(), "23505")
}

func Far(err error) bool { // want Far:`^asks for a duplicate$`
	return !near(err)
}

func near(err error) bool { return !Taken(err) && Far(err) }

func Numbered(err error, k Kind) bool { // want Numbered:`^asks for a duplicate$`
	return err != nil || k.Number == 1062
}

func Chosen(err error, k Kind) string { // want Chosen:`^asks for a duplicate$`
	switch k.Number {
	case 2067:
		return "duplicate"
	}
	return err.Error()
}

// Added computes with the number.
func Added(err error, k Kind) int { return k.Number + 1062 + len(err.Error()) }

// Gone asks for something else.
func Gone(err error) bool { return err != nil && strings.Contains(err.Error(), "57P01") }

// Code is given no error.
func Code(text string) bool { return text == "23505" }
