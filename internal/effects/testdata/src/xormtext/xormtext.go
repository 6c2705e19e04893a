// Package xormtext has the SQL text and its arguments in one variadic parameter.
package xormtext

import "xorm.io/xorm"

func Take(s *xorm.Session, id int64) ([]map[string]string, error) { // want Take:`^acquire session key p1 on p0; r0\.pending="true"; r1 nil \| missed failed session key p1 on p0; r0\.pending="true"; r1 not nil \| missed busy session key p1 on p0; r0\.pending="true"; r1 nil$`
	return s.QueryString("SELECT GET_LOCK(?, 10) AS ok", id)
}

func Whole(e *xorm.Engine, id int64) error { // want Whole:`^write new0 stock$`
	_, err := e.Transaction(func(s *xorm.Session) (any, error) {
		return s.Exec("UPDATE stock SET qty = qty - 1 WHERE id = ?", id)
	})
	return err
}

// Hand gives the session back, whatever happens.
func Hand(e *xorm.Engine, id int64) error { // want Hand:`^write new0 stock$`
	s := e.NewSession()
	defer s.Close()
	if err := s.Begin(); err != nil {
		return err
	}
	if _, err := s.Exec("UPDATE stock SET qty = qty - 1 WHERE id = ?", id); err != nil {
		return err
	}
	return s.Commit()
}

// Given runs what the caller says.
func Given(s *xorm.Session, args ...any) error { // want Given:`^write p0$`
	_, err := s.Exec(args...)
	return err
}
