// Case o02gormloop: one transaction over all items, one lock per item, each given back at the end of its round, long before Commit.
package o02gormloop

import (
	"errors"
	"fmt"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

type Inventory struct {
	ID     int64
	Goods  int32
	Stocks int32
}

type Item struct {
	GoodsID int32
	Num     int32
}

type Server struct {
	DB *gorm.DB
	RS *redsync.Redsync
}

func (s *Server) Sell(items []Item) error {
	tx := s.DB.Begin()
	for _, it := range items {
		var inv Inventory
		mutex := s.RS.NewMutex(fmt.Sprintf("goods_%d", it.GoodsID))
		if err := mutex.Lock(); err != nil { //bug:leakedlock/early-return
			tx.Rollback()
			return errors.New("lock failed")
		}
		if result := tx.Where(&Inventory{Goods: it.GoodsID}).First(&inv); result.RowsAffected == 0 {
			tx.Rollback()
			return errors.New("no inventory")
		}
		if inv.Stocks < it.Num {
			tx.Rollback()
			return errors.New("sold out")
		}
		inv.Stocks -= it.Num
		tx.Save(&inv)
		if ok, err := mutex.Unlock(); !ok || err != nil { //bug:unlockbeforecommit/order
			tx.Rollback()
			return errors.New("unlock failed")
		}
	}
	tx.Commit()
	return nil
}

// SellRight collects the locks and frees them behind the commit.
func (s *Server) SellRight(items []Item) error {
	var held []*redsync.Mutex
	defer func() {
		for _, m := range held {
			_, _ = m.Unlock()
		}
	}()
	for _, it := range items {
		m := s.RS.NewMutex(fmt.Sprintf("goods_%d", it.GoodsID)) //may:keytemplate
		if err := m.Lock(); err != nil {
			return err
		}
		held = append(held, m)
	}
	tx := s.DB.Begin()
	for _, it := range items {
		var inv Inventory
		if err := tx.Where(&Inventory{Goods: it.GoodsID}).First(&inv).Error; err != nil {
			tx.Rollback()
			return err
		}
		inv.Stocks -= it.Num
		if err := tx.Save(&inv).Error; err != nil {
			tx.Rollback()
			return err
		}
	}
	return tx.Commit().Error
}

// SellEach has a transaction of its own for every item.
func (s *Server) SellEach(items []Item) error {
	for _, it := range items {
		m := s.RS.NewMutex(fmt.Sprintf("goods_%d", it.GoodsID)) //may:keytemplate
		if err := m.Lock(); err != nil {
			return err
		}
		tx := s.DB.Begin()
		if err := tx.Model(&Inventory{}).Where("goods = ?", it.GoodsID).Update("stocks", gorm.Expr("stocks - ?", it.Num)).Error; err != nil {
			tx.Rollback()
			_, _ = m.Unlock()
			return err
		}
		err := tx.Commit().Error
		_, _ = m.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}
