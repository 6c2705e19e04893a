// Package duplicates asks a package beside it.
package duplicates

import "duplicates/dberr"

func Map(err error) error { // want Map:`^asks for a duplicate$`
	if dberr.Far(err) {
		return nil
	}
	return err
}

func Lost(err error) bool { return dberr.Gone(err) }
