module github.com/locklint/locklint/lab

go 1.26.0

require (
	github.com/bsm/redislock v0.10.0
	github.com/jackc/pgx/v5 v5.9.2
	github.com/locklint/locklint v0.0.0
	github.com/redis/go-redis/v9 v9.19.0
	github.com/redis/rueidis v1.0.79
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.2 // indirect
	go.uber.org/atomic v1.11.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)

replace github.com/locklint/locklint => ../
