package catalog

import "slices"

// A library is a part of the catalogue. No two describe the same package.
type library struct {
	name     string
	packages []string // the import paths of which the entries speak: asked before the entries are made
	entries  func() []Entry
	types    func() []TypeEntry
}

// libraries are the parts of the catalogue.
func libraries() []library { return slices.Concat(described(), callingOut()) }

// described are the libraries with locks, transactions and stores.
func described() []library {
	return []library{
		{"sync", []string{syncPkg}, syncEntries, syncTypes},
		{"database/sql", []string{sqlPkg, "database/sql/driver"}, databaseSQLEntries, databaseSQLTypes},
		{"sqlx", []string{sqlxPkg}, sqlxEntries, sqlxTypes},
		{"gorm", []string{gormPkg, "gorm.io/gorm/clause"}, gormEntries, gormTypes},
		{"pgx", []string{pgxPkg, "github.com/jackc/pgx/v5/pgconn", "github.com/jackc/pgx/v5/pgxpool", "github.com/jackc/pgx/v5/stdlib"}, pgxEntries, pgxTypes},
		{"go-redis", []string{redis6, redis7, redis8, redis9}, goRedisEntries, goRedisTypes},
		{"redsync", []string{redsyncPkg}, redsyncEntries, redsyncTypes},
		{"redislock", []string{redislockPkg}, redislockEntries, redislockTypes},
		{"etcd", []string{etcdPkg, "go.etcd.io/etcd/client/v3/concurrency"}, etcdEntries, etcdTypes},
		{"redigo", []string{redigoPkg}, redigoEntries, redigoTypes},
		{"rueidis", []string{rueidisPkg, "github.com/redis/rueidis/internal/cmds", "github.com/redis/rueidis/rueidislock"}, rueidisEntries, rueidisTypes},
		{"godisson", []string{godissonPkg}, godissonEntries, godissonTypes},
		{"consul", []string{consulPkg}, consulEntries, consulTypes},
		{"zookeeper", []string{zkPkg}, zookeeperEntries, zookeeperTypes},
		{"dynamolock", []string{dynamolockPkg, dynamolock2Pkg}, dynamolockEntries, dynamolockTypes},
		{"pglock", []string{pglockPkg}, pglockEntries, pglockTypes},
		{"go-zero", []string{zeroRedisPkg, zeroCachePkg, zeroSQLPkg}, goZeroEntries, goZeroTypes},
		{"gf", []string{gfVarPkg, gfDBPkg, gfRedisPkg, gfFramePkg}, gfEntries, gfTypes},
		{"pgx v4", []string{pgx4ConnPkg, pgx4Pkg, "github.com/jackc/pgx/v4/pgxpool", "github.com/jackc/pgx/v4/stdlib"}, pgx4Entries, pgx4Types},
		{"ent", []string{entDialectPkg, "entgo.io/ent/dialect/sql"}, entEntries, entTypes},
		{"ent client", []string{entClient}, entClientEntries, entClientTypes},
		{"bun", []string{bunPkg}, bunEntries, bunTypes},
		{"xorm", []string{xormPkg}, xormEntries, xormTypes},
		{"beego", []string{beegoPkg}, beegoEntries, beegoTypes},
		{"gorp", []string{gorp2Pkg, gorpPkg}, gorpEntries, gorpTypes},
		{"squirrel", []string{squirrelPkg}, squirrelEntries, squirrelTypes},
		{"mongo", []string{mongo1Pkg, mongo2Pkg}, mongoEntries, mongoTypes},
		{"bbolt", []string{bboltPkg}, bboltEntries, bboltTypes},
		{"badger", []string{badgerPkg}, badgerEntries, badgerTypes},
	}
}

// callingOut are those of which only calls of other programs are described.
func callingOut() []library {
	return []library{
		{"net/http", []string{httpPkg}, httpOutbound, noTypes},
		{"net", []string{netPkg}, netOutbound, noTypes},
		{"ssh", []string{sshPkg}, sshOutbound, noTypes},
		{"smtp", []string{smtpPkg}, smtpOutbound, noTypes},
		{"exec", []string{execPkg}, execOutbound, noTypes},
		{"grpc", []string{grpcPkg}, grpcOutbound, noTypes},
		{"resty", []string{restPkg}, restyOutbound, noTypes},
		{"kafka", []string{saramaPkg, kafkaGoPkg}, kafkaEntries, noTypes},
		{"nats", []string{natsPkg, "github.com/nats-io/nats.go/jetstream"}, natsEntries, noTypes},
		{"amqp", []string{amqpPkg}, amqpEntries, noTypes},
		{"rocketmq", []string{rocketPkg}, rocketEntries, noTypes},
		{"asynq", []string{asynqPkg}, asynqEntries, noTypes},
		{"aws", []string{smithyPkg}, awsEntries, noTypes},
		{"stripe", []string{stripePkg}, stripeEntries, noTypes},
	}
}

func noTypes() []TypeEntry { return nil }

// A Library is what the catalogue says of one library, for those who want to show it.
type Library struct {
	Name    string
	Entries []Entry
}

// Libraries are the known libraries.
func Libraries() []Library {
	var out []Library
	for _, l := range libraries() {
		out = append(out, Library{l.name, l.entries()})
	}
	return out
}
