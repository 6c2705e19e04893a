package catalog

import (
	"slices"
	"strings"
)

const (
	bboltPkg  = "go.etcd.io/bbolt"
	badgerPkg = "github.com/dgraph-io/badger/v4"
)

// EmbeddedDriver tells a driver whose store is of this process alone: by the name that is given to sql.Open, or by
// the package of a value that names it.
func EmbeddedDriver(driver string) bool {
	return slices.Contains(embeddedDrivers, strings.ToLower(driver))
}

// SharedDriver tells the package of a driver, or of a client, whose database serves other processes too.
func SharedDriver(pkg string) bool { return slices.Contains(sharedDrivers, pkg) }

// sharedDrivers are the packages of drivers, and of dialects of ORMs, of databases that are reached by the network.
var sharedDrivers = []string{
	"github.com/lib/pq", "github.com/jackc/pgx", "github.com/jackc/pgx/v4", "github.com/jackc/pgx/v5", "github.com/jackc/pgx/v4/pgxpool", "github.com/jackc/pgx/v5/pgxpool",
	"github.com/jackc/pgx/v4/stdlib", "github.com/jackc/pgx/v5/stdlib", "github.com/go-sql-driver/mysql", "github.com/microsoft/go-mssqldb", "github.com/denisenkom/go-mssqldb",
	"github.com/sijms/go-ora/v2", "github.com/godror/godror", "github.com/ClickHouse/clickhouse-go/v2", "github.com/snowflakedb/gosnowflake",
	"gorm.io/driver/postgres", "gorm.io/driver/mysql", "gorm.io/driver/sqlserver", "gorm.io/driver/clickhouse", "gorm.io/driver/gaussdb",
	"github.com/uptrace/bun/driver/pgdriver", "github.com/uptrace/bun/dialect/pgdialect", "github.com/uptrace/bun/dialect/mysqldialect", "github.com/uptrace/bun/dialect/mssqldialect",
	"github.com/gogf/gf/contrib/drivers/mysql/v2", "github.com/gogf/gf/contrib/drivers/pgsql/v2",
}

// embeddedDrivers are the names under which SQLite is registered, and the packages that make one of it.
var embeddedDrivers = []string{
	"sqlite", "sqlite3", "sqlite3_with_extensions", "sqlite3_custom", "ramsql", "duckdb", "chai", "genji",
	"modernc.org/sqlite", "github.com/mattn/go-sqlite3", "github.com/glebarez/go-sqlite", "github.com/ncruces/go-sqlite3", "github.com/ncruces/go-sqlite3/driver",
	"gorm.io/driver/sqlite", "github.com/glebarez/sqlite", "github.com/ncruces/go-sqlite3/gormlite", "github.com/uptrace/bun/dialect/sqlitedialect",
}

// bboltEntries describes bbolt: one writer at a time, and everything inside of transactions.
func bboltEntries() []Entry {
	run := Entry{Pkg: bboltPkg, Recv: []string{"DB"}, Role: RunInTx, Store: Embedded, Handle: Recv, Func: Arg(0), Tx: ArgOf(0, 0), Err: Result(0)}
	view := run
	view.Role = RunPinned
	end := Entry{Pkg: bboltPkg, Recv: []string{"Tx"}, Store: Embedded, Tx: Recv, Err: Result(0)}
	commit, rollback, hook := end, end, end
	commit.Role, rollback.Role, hook.Role, hook.Err, hook.Func = Commit, Rollback, Hook, Place{}, Arg(0)
	bucket := Entry{Pkg: bboltPkg, Recv: []string{"Tx", "Bucket"}, Role: Derive, Store: Embedded, Handle: Recv, Table: Arg(0)}
	create := bucket.resultError(1)
	in := Entry{Pkg: bboltPkg, Recv: []string{"Bucket"}, Store: Embedded, Handle: Recv, Key: Arg(0), Terminal: true}
	get, put, remove := in, in, in
	get.Role, get.Into, get.Answer = Read, Result(0), Direct
	put.Role, put.Value, put.Err = Write, Arg(1), Result(0)
	remove.Role, remove.Err = Write, Result(0)
	return slices.Concat(
		each(run, "Update", "Batch"), each(view, "View"), each(commit, "Commit"), each(rollback, "Rollback"), each(hook, "OnCommit"),
		each(bucket, "Bucket"), each(create, "CreateBucket", "CreateBucketIfNotExists"), each(get, "Get"), each(put, "Put"), each(remove, "Delete"), each(remove.on("Tx", "Bucket"), "DeleteBucket"),
		[]Entry{
			{Pkg: bboltPkg, Recv: []string{"DB"}, Name: "Begin", Role: Begin, Store: Embedded, Handle: Recv, Tx: Result(0), Err: Result(1)},
			{Pkg: bboltPkg, Name: "Open", Role: Open, Store: Embedded, Err: Result(1)},
			{Pkg: bboltPkg, Recv: []string{"DB"}, Name: "Close", Role: Close, Store: Embedded, Handle: Recv, Err: Result(0)},
		})
}

// badgerEntries describes Badger: a transaction fails at its commit if what it read has changed.
func badgerEntries() []Entry {
	run := Entry{Pkg: badgerPkg, Recv: []string{"DB"}, Role: RunInTx, Store: Embedded, Handle: Recv, Func: Arg(0), Tx: ArgOf(0, 0), Err: Result(0), Guarded: true}
	view := run
	view.Role, view.Guarded = RunPinned, false
	begin := Entry{Pkg: badgerPkg, Recv: []string{"DB"}, Role: Begin, Store: Embedded, Handle: Recv, Tx: Result(0), Guarded: true}
	end := Entry{Pkg: badgerPkg, Recv: []string{"Txn"}, Store: Embedded, Tx: Recv}
	commit, with, discard := end, end, end
	commit.Role, commit.Err, with.Role, discard.Role = Commit, Result(0), Commit, Rollback
	in := Entry{Pkg: badgerPkg, Recv: []string{"Txn"}, Store: Embedded, Handle: Recv, Key: Arg(0), Terminal: true}
	get, set, entry, remove := in, in, in, in
	get.Role, get.Into, get.Answer, get.Err, get.Outcome = Read, Result(0), Direct, Result(1), []string{"ErrKeyNotFound"}
	set.Role, set.Value, set.Err = Write, Arg(1), Result(0)
	entry.Role, entry.Key, entry.Value, entry.Err = Write, Arg(0).Dot("Key"), Arg(0).Dot("Value"), Result(0)
	remove.Role, remove.Err = Write, Result(0)
	return slices.Concat(
		each(run, "Update"), each(view, "View"), each(begin, "NewTransaction"), each(commit, "Commit"), each(with, "CommitWith"), each(discard, "Discard"),
		each(get, "Get"), each(set.on("Txn", "WriteBatch"), "Set"), each(entry.on("Txn", "WriteBatch"), "SetEntry"), each(remove.on("Txn", "WriteBatch"), "Delete"),
		[]Entry{
			{Pkg: badgerPkg, Recv: []string{"DB"}, Name: "NewWriteBatch", Role: Derive, Store: Embedded, Handle: Recv},
			{Pkg: badgerPkg, Recv: []string{"Item"}, Name: "Value", Role: Calls, Func: Arg(0)},
			{Pkg: badgerPkg, Name: "Open", Role: Open, Store: Embedded, Err: Result(1)},
			{Pkg: badgerPkg, Recv: []string{"DB"}, Name: "Close", Role: Close, Store: Embedded, Handle: Recv, Err: Result(0)},
		})
}

func bboltTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: bboltPkg, Name: "DB", Scope: PoolScope, Store: Embedded},
		{Pkg: bboltPkg, Name: "Tx", Scope: TxScope, Store: Embedded},
		{Pkg: bboltPkg, Name: "Bucket", Scope: TxScope, Store: Embedded},
	}
}

func badgerTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: badgerPkg, Name: "DB", Scope: PoolScope, Store: Embedded},
		{Pkg: badgerPkg, Name: "Txn", Scope: TxScope, Store: Embedded},
		{Pkg: badgerPkg, Name: "WriteBatch", Store: Embedded, Buffered: true},
	}
}
