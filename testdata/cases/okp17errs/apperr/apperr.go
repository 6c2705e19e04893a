// Package apperr is the project's error type.
package apperr

import "fmt"

type Code int

const (
	NotFound Code = iota + 1
	Conflict
	Internal
)

type Error struct {
	Code  Code
	Msg   string
	Cause error
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Msg) }
func (e *Error) Unwrap() error { return e.Cause }

func New(c Code, msg string) *Error { return &Error{Code: c, Msg: msg} }

func Errorf(c Code, format string, args ...any) error {
	return &Error{Code: c, Msg: fmt.Sprintf(format, args...)}
}

func Wrap(err error, msg string) error {
	if err == nil {
		return nil
	}
	return &Error{Code: Internal, Msg: msg, Cause: err}
}

func (e *Error) With(cause error) *Error {
	c := *e
	c.Cause = cause
	return &c
}

var (
	Gone     = New(NotFound, "gone")
	ErrStale = New(Conflict, "stale")
)
