// Package scan reads what a query answers with.
package scan

import "database/sql"

func One(rows *sql.Rows, dest ...any) error {
	defer rows.Close()
	if !rows.Next() {
		return sql.ErrNoRows
	}
	if err := rows.Scan(dest...); err != nil {
		return err
	}
	return rows.Err()
}

func NullBool(rows *sql.Rows) (sql.NullBool, error) {
	var b sql.NullBool
	return b, One(rows, &b)
}

func Bool(row *sql.Row) (ok bool, err error) {
	err = row.Scan(&ok)
	return ok, err
}
