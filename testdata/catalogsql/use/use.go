// Package use calls the libraries as programs do; see the package of the same name in testdata/catalog.
package use

import (
	"context"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	sq "github.com/Masterminds/squirrel"
	"github.com/beego/beego/v2/client/orm"
	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
	"github.com/uptrace/bun"
	"go.etcd.io/bbolt"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"xorm.io/xorm"
)

type row struct{ ID, Qty int }

func sqlUse(ctx context.Context, p *pgxpool.Pool, d *entsql.Driver, db *bun.DB, idb bun.IDB) {
	p.BeginFunc(ctx, func(tx pgx.Tx) error { return nil })                                             // RunInTx pgxpool.Pool
	tag, _ := p.Exec(ctx, "x")                                                                         // Statement pgxpool.Pool
	tag.RowsAffected()                                                                                 // Accessor pgconn.CommandTag
	tx, _ := d.Tx(ctx)                                                                                 // Begin sql.Driver
	tx.Exec(ctx, "x", nil, nil)                                                                        // Statement dialect.ExecQuerier
	tx.Commit()                                                                                        // Commit driver.Tx
	var drv dialect.Driver = d                                                                         //
	drv.Tx(ctx)                                                                                        // Begin dialect.Driver
	btx, _ := db.BeginTx(ctx, nil)                                                                     // Begin bun.DB
	btx.NewUpdate().Model(&row{}).Set("qty = 1").WherePK().Exec(ctx)                                   // Write bun.UpdateQuery
	btx.Commit()                                                                                       // Commit bun.Tx
	idb.NewSelect().Model(&row{}).For("UPDATE").Scan(ctx)                                              // Scan bun.SelectQuery
	db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error { return nil })                    // RunInTx bun.DB
	sq.Update("t").Set("qty", 1).Where(sq.Eq{"id": 1}).RunWith(btx.Tx).Exec()                          // Write squirrel.UpdateBuilder
	sq.StatementBuilder.PlaceholderFormat(sq.Dollar).Select("id").From("t").RunWith(btx.Tx).QueryRow() // Read squirrel.SelectBuilder
}

func ormUse(ctx context.Context, e *xorm.Engine, o orm.Ormer) {
	s := e.NewSession()                                                    // Pin xorm.Engine
	s.Begin()                                                              // Begin xorm.Session
	s.Where("id = ?", 1).Get(&row{})                                       // Read xorm.Session
	s.ID(1).Update(&row{})                                                 // Write xorm.Session
	s.Commit()                                                             // Commit xorm.Session
	e.Transaction(func(s *xorm.Session) (any, error) { return nil, nil })  // RunInTx xorm.Engine
	tx, _ := o.Begin()                                                     // Begin orm.TxBeginner
	tx.ReadForUpdate(&row{})                                               // Read orm.DQL
	tx.Update(&row{}, "Qty")                                               // Write orm.DML
	tx.QueryTable(&row{}).Filter("ID", 1).One(&row{})                      // Read orm.QuerySeter
	tx.Raw("x").Exec()                                                     // Write orm.RawSeter
	tx.RollbackUnlessCommit()                                              // Rollback orm.txEnder
	o.DoTx(func(ctx context.Context, tx orm.TxOrmer) error { return nil }) // RunInTx orm.TxBeginner
}

func otherUse(ctx context.Context, c1 *mongo1.Client, c2 *mongo.Client, db *bbolt.DB) {
	s1, _ := c1.StartSession()                                                                   // Pin mongo.Client
	s1.WithTransaction(ctx, func(ctx mongo1.SessionContext) (any, error) { return nil, nil })    // RunInTx mongo.Session
	c1.UseSession(ctx, func(sc mongo1.SessionContext) error { return sc.CommitTransaction(sc) }) // Commit mongo.Session
	s2, _ := c2.StartSession()                                                                   // Pin mongo.Client
	s2.StartTransaction()                                                                        // Begin mongo.Session
	c2.Database("d").Collection("t").UpdateOne(ctx, nil, nil)                                    // Write mongo.Collection
	c2.Database("d").Collection("t").FindOneAndUpdate(ctx, nil, nil).Decode(&row{})              // Scan mongo.SingleResult
	db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("b")).Put(nil, nil) })          // RunInTx bbolt.DB
}
