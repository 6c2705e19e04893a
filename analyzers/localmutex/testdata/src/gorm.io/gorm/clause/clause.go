// Package clause has the few declarations of gorm's clauses that the shapes need.
package clause

type Expression interface{ Build() }

type Locking struct{ Strength string }

func (Locking) Build() {}

type OnConflict struct{ DoNothing bool }

func (OnConflict) Build() {}

type Expr struct{ SQL string }

func (Expr) Build() {}
