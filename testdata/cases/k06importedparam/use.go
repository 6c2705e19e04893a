// Case k06importedparam: a helper of another package gets the live gorm transaction and locks inside; only the caller's package knows that it is one.
package k06importedparam

import (
	"context"

	"gorm.io/gorm"

	"locklintcases/k06importedparam/stock"
)

type Shop struct{ db *gorm.DB }

func (s *Shop) Sell(ctx context.Context, sku string) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("INSERT INTO sales (sku) VALUES (?)", sku).Error; err != nil {
			return err
		}
		return stock.Adjust(ctx, tx, sku, -1) //bug:unlockbeforecommit/callee
	})
}

func (s *Shop) Return(ctx context.Context, sku string) error {
	return stock.Adjust(ctx, s.db, sku, 1)
}
