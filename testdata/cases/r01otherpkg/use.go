// Case r01otherpkg: the keyed mutex runner of another package is called inside a gorm closure; around it, it is right.
package r01otherpkg

import (
	"context"

	"gorm.io/gorm"

	"locklintcases/r01otherpkg/keymu"
)

type Player struct{ ID, Gold int64 }

type Game struct {
	db      *gorm.DB
	players keymu.Group[int64]
}

func (g *Game) Loot(ctx context.Context, id, gold int64) error {
	return g.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return g.players.Do(id, func() error { //bug:unlockbeforecommit/caller //bug:localmutex/read-modify-write
			return addGold(tx, id, gold)
		})
	})
}

func (g *Game) LootRight(ctx context.Context, id, gold int64) error {
	return g.players.Do(id, func() error { //bug:localmutex/read-modify-write
		return g.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			return addGold(tx, id, gold)
		})
	})
}

func addGold(tx *gorm.DB, id, gold int64) error {
	var p Player
	if err := tx.First(&p, id).Error; err != nil {
		return err
	}
	return tx.Model(&p).Update("gold", p.Gold+gold).Error
}
