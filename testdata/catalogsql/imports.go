// Package catalogsql imports the database libraries that the catalogue describes, so that their
// versions are pinned here and the conformance test can load them.
package catalogsql

import (
	_ "entgo.io/ent"
	_ "entgo.io/ent/dialect"
	_ "entgo.io/ent/dialect/sql"
	_ "github.com/Masterminds/squirrel"
	_ "github.com/beego/beego/v2/client/orm"
	_ "github.com/dgraph-io/badger/v4"
	_ "github.com/go-gorp/gorp"
	_ "github.com/go-gorp/gorp/v3"
	_ "github.com/jackc/pgconn"
	_ "github.com/jackc/pgx/v4"
	_ "github.com/jackc/pgx/v4/pgxpool"
	_ "github.com/jackc/pgx/v4/stdlib"
	_ "github.com/uptrace/bun"
	_ "go.etcd.io/bbolt"
	_ "go.mongodb.org/mongo-driver/mongo"
	_ "go.mongodb.org/mongo-driver/mongo/options"
	_ "go.mongodb.org/mongo-driver/v2/mongo"
	_ "go.mongodb.org/mongo-driver/v2/mongo/options"
	_ "xorm.io/xorm"
)
