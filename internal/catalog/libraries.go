package catalog

// A library is a part of the catalogue.
type library struct {
	name    string
	entries func() []Entry
	types   func() []TypeEntry
}

// libraries are the parts of the catalogue.
func libraries() []library {
	return []library{
		{"sync", syncEntries, syncTypes},
		{"database/sql", databaseSQLEntries, databaseSQLTypes},
		{"sqlx", sqlxEntries, sqlxTypes},
		{"gorm", gormEntries, gormTypes},
		{"pgx", pgxEntries, pgxTypes},
		{"go-redis", goRedisEntries, goRedisTypes},
		{"redsync", redsyncEntries, redsyncTypes},
		{"redislock", redislockEntries, redislockTypes},
		{"etcd", etcdEntries, etcdTypes},
		{"redigo", redigoEntries, redigoTypes},
		{"rueidis", rueidisEntries, rueidisTypes},
		{"godisson", godissonEntries, godissonTypes},
		{"consul", consulEntries, consulTypes},
		{"zookeeper", zookeeperEntries, zookeeperTypes},
		{"dynamolock", dynamolockEntries, dynamolockTypes},
		{"pglock", pglockEntries, pglockTypes},
		{"go-zero", goZeroEntries, goZeroTypes},
		{"gf", gfEntries, gfTypes},
		{"pgx v4", pgx4Entries, pgx4Types},
		{"ent", entEntries, entTypes},
		{"ent client", entClientEntries, entClientTypes},
		{"bun", bunEntries, bunTypes},
		{"xorm", xormEntries, xormTypes},
		{"beego", beegoEntries, beegoTypes},
		{"gorp", gorpEntries, gorpTypes},
		{"squirrel", squirrelEntries, squirrelTypes},
		{"mongo", mongoEntries, mongoTypes},
		{"bbolt", bboltEntries, bboltTypes},
		{"badger", badgerEntries, badgerTypes},
		{"net/http", httpOutbound, noTypes},
		{"net", netOutbound, noTypes},
		{"ssh", sshOutbound, noTypes},
		{"smtp", smtpOutbound, noTypes},
		{"exec", execOutbound, noTypes},
		{"grpc", grpcOutbound, noTypes},
		{"resty", restyOutbound, noTypes},
		{"kafka", kafkaEntries, noTypes},
		{"nats", natsEntries, noTypes},
		{"amqp", amqpEntries, noTypes},
		{"rocketmq", rocketEntries, noTypes},
		{"asynq", asynqEntries, noTypes},
		{"aws", awsEntries, noTypes},
		{"stripe", stripeEntries, noTypes},
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
