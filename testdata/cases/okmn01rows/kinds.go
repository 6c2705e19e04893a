package okmn01rows

import "io"

// closeAll makes more than one thing that can be closed.
type closeAll []io.Closer

func (c closeAll) Close() error {
	for _, x := range c {
		x.Close()
	}
	return nil
}
