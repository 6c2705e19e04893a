// Package schema is what the client was generated from, with the features lock, execquery and upsert of ent v0.14.5.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// A Stock is how many of an article there are.
type Stock struct{ ent.Schema }

// Fields are the columns.
func (Stock) Fields() []ent.Field {
	return []ent.Field{field.String("sku"), field.Int("qty")}
}
