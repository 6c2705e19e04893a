// Package xorm is a stub.
package xorm

type Engine struct{}

func (*Engine) NewSession() *Session                                   { return nil }
func (*Engine) Transaction(f func(*Session) (any, error)) (any, error) { return nil, nil }
func (*Engine) Exec(sqlOrArgs ...any) (any, error)                     { return nil, nil }

type Session struct{}

func (*Session) Begin() error                                              { return nil }
func (*Session) Commit() error                                             { return nil }
func (*Session) Rollback() error                                           { return nil }
func (*Session) Close() error                                              { return nil }
func (*Session) Exec(sqlOrArgs ...any) (any, error)                        { return nil, nil }
func (*Session) QueryString(sqlOrArgs ...any) ([]map[string]string, error) { return nil, nil }
