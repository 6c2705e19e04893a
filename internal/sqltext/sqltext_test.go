package sqltext

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// describe writes what matters of a statement on one line.
func describe(s Statement) string {
	var b strings.Builder
	b.WriteString([]string{"other", "select", "insert", "update", "delete", "replace", "merge", "ddl", "begin", "commit", "rollback", "set", "call", "lock"}[s.Verb])
	if len(s.Reads) > 0 {
		fmt.Fprintf(&b, " r=%s", strings.Join(s.Reads, ","))
	}
	if len(s.Writes) > 0 {
		fmt.Fprintf(&b, " w=%s", strings.Join(s.Writes, ","))
	}
	for _, f := range []struct {
		on   bool
		name string
	}{{s.RowLock, "rowlock"}, {s.RowShare, "share"}, {s.RowTry, "try"}, {s.TableLock, "table"}, {s.TableShare, "shared"}, {s.Relative, "relative"}, {s.Upsert, "upsert"}, {s.Returning, "returning"}} {
		if f.on {
			b.WriteString(" " + f.name)
		}
	}
	if s.Isolation != "" {
		fmt.Fprintf(&b, " iso=%q", s.Isolation)
	}
	return b.String()
}

// A statement is a text and what it means, as describe writes it.
type statement struct{ sql, want string }

func parsesAs(t *testing.T, tests []statement) {
	t.Helper()
	for _, tt := range tests {
		got := Parse(tt.sql)
		if len(got) != 1 || describe(got[0]) != tt.want {
			var all []string
			for _, s := range got {
				all = append(all, describe(s))
			}
			t.Errorf("Parse(%q)\n got %s\nwant %s", tt.sql, strings.Join(all, "; "), tt.want)
		}
	}
}

func TestStatements(t *testing.T) {
	parsesAs(t, []statement{
		{"SELECT qty FROM stock WHERE product = $1", "select r=stock"},
		{"select s.qty, p.name from public.stock as s join products p on p.id = s.product, warehouses w where s.id=?", "select r=public.stock,products,warehouses"},
		{"UPDATE stock SET qty = $2 WHERE product = $1", "update w=stock"},
		{"UPDATE stock SET qty = qty - $2 WHERE product = $1 AND qty >= $2", "update w=stock relative"},
		{"update `order items` oi set oi.n = oi.n+1", "update w=order items relative"},
		{"UPDATE [dbo].[Order Items] SET n = 1 OUTPUT inserted.n WHERE id=@p1", "update w=dbo.Order Items returning"},
		{"INSERT INTO orders (user_id, qty) VALUES ($1, $2) RETURNING id", "insert w=orders returning"},
		{"INSERT INTO imported SELECT * FROM staged", "insert r=staged w=imported"},
		{"INSERT INTO t (a) SELECT b FROM u WHERE c = 1 ON CONFLICT DO NOTHING", "insert r=u w=t upsert"},
		{"INSERT INTO kv(k,v) VALUES(?,?) ON CONFLICT (k) DO UPDATE SET v = excluded.v", "insert w=kv upsert"},
		{"INSERT INTO c(k,n) VALUES(?,1) ON DUPLICATE KEY UPDATE n = n + VALUES(n)", "insert w=c relative upsert"},
		{"INSERT INTO c(k,n) VALUES(?,1) ON DUPLICATE KEY UPDATE n = VALUES(n)", "insert w=c upsert"},
		{"INSERT OR IGNORE INTO seen VALUES (1)", "insert w=seen upsert"},
		{"INSERT IGNORE seen VALUES (1)", "insert w=seen upsert"},
		{"REPLACE INTO kv (k) VALUES (1)", "replace w=kv upsert"},
		{"MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT (a) VALUES (1)", "merge r=s w=t upsert"},
		{"DELETE FROM jobs WHERE id = 1", "delete w=jobs"},
		{"DELETE j FROM jobs j JOIN old o ON o.id = j.id", "delete r=jobs,old w=j"},
		{"TRUNCATE TABLE jobs", "delete w=jobs"},
		{"SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", "select r=accounts rowlock"},
		{"SELECT 1 FROM accounts a FOR NO KEY UPDATE OF a SKIP LOCKED LIMIT 1", "select r=accounts rowlock try"},
		{"SELECT 1 FROM accounts FOR KEY SHARE NOWAIT", "select r=accounts rowlock share try"},
		{"SELECT 1 FROM accounts WHERE id=? LOCK IN SHARE MODE", "select r=accounts rowlock share"},
		{"SELECT qty FROM stock WITH (UPDLOCK, ROWLOCK) WHERE id = @id", "select r=stock rowlock"},
		{"WITH picked AS (SELECT id FROM jobs WHERE state = 'new' FOR UPDATE SKIP LOCKED) UPDATE jobs SET state = 'run' FROM picked WHERE jobs.id = picked.id RETURNING jobs.id", "update r=jobs w=jobs rowlock try returning"},
		{"WITH gone AS (DELETE FROM a WHERE x RETURNING *) SELECT count(*) FROM gone", "select w=a returning"},
		{"WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT n FROM t", "select"},
		{"SELECT EXTRACT(epoch FROM created) FROM orders WHERE a IS DISTINCT FROM b", "select r=orders"},
		{"SELECT * FROM generate_series(1, 3) g, LATERAL f(g) x", "select"},
		{"SELECT (SELECT max(n) FROM a), b.* FROM b WHERE EXISTS (SELECT 1 FROM c WHERE c.id = b.id)", "select r=a,b,c"},
		{"(SELECT a FROM x) UNION (SELECT a FROM y)", "select r=x,y"},
		{"SELECT * FROM orders_{} JOIN {} h ON true", "select r=orders_{},{}"},
		{"-- read from nowhere\nSELECT /* FROM a /* FROM b */ */ 'FROM c', \"from\" FROM \"Camel\"", "select r=Camel"},
	})
}

func TestOtherStatements(t *testing.T) {
	parsesAs(t, []statement{
		{"BEGIN ISOLATION LEVEL SERIALIZABLE", `begin iso="serializable"`},
		{"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", `set iso="repeatable read"`},
		{"START TRANSACTION", "begin"}, {"commit work", "commit"}, {"END", "commit"}, {"ROLLBACK", "rollback"},
		{"ROLLBACK TO SAVEPOINT a", "other"}, {"SAVEPOINT a", "other"},
		{"LOCK TABLE stock IN EXCLUSIVE MODE", "lock r=stock table"},
		{"lock stock, ONLY s.orders * in row exclusive mode", "lock r=stock,s.orders table shared"},
		{"LOCK TABLE stock NOWAIT", "lock r=stock try table"},
		{"LOCK TABLE s.{} IN ACCESS EXCLUSIVE MODE", "lock r=s.{} table"},
		{"LOCK TABLES stock WRITE, orders READ", "lock w=stock"},
		{"LOCK TABLE stock WRITE", "lock w=stock"},
		{"CREATE TABLE IF NOT EXISTS t (id int)", "ddl w=t"},
		{"REFRESH MATERIALIZED VIEW CONCURRENTLY search", "ddl w=search"},
		{"CREATE FUNCTION f() RETURNS void AS $$ SELECT pg_advisory_lock(1) $$ LANGUAGE sql", "ddl"},
		{"EXPLAIN UPDATE t SET a = 1", "other"}, {"EXPLAIN ANALYZE UPDATE t SET a = 1", "update w=t"},
		{"COPY t FROM STDIN", "insert w=t"}, {"COPY t TO STDOUT", "other r=t"},
		{"DO $x$ BEGIN UPDATE t SET a = a + 1; END $x$", "call w=t"},
		{"CALL refresh_all()", "call"},
		{"SELECT name FROM locks WHERE lock = 'x' AND output = 1", "select r=locks"},
		{"SELECT 'it\\'s FROM x' FROM y", "select r=y"},
	})
}

func TestSeveral(t *testing.T) {
	got := Parse("SELECT ? FROM a; ;UPDATE b SET x = ';' WHERE id = ?;")
	if len(got) != 2 || describe(got[0]) != "select r=a" || describe(got[1]) != "update w=b" {
		t.Fatalf("got %+v", got)
	}
	if w := got[1].Where; len(w) != 1 || len(w[0].Args) != 1 || w[0].Args[0] != 1 {
		t.Errorf("arguments are counted through the whole text: %+v", w)
	}
}

func lockText(l LockCall) string {
	s := fmt.Sprintf("%s(%s)", l.Func, l.Key)
	for _, f := range []struct {
		on   bool
		name string
	}{{l.Scope == Transaction, "xact"}, {l.Try, "try"}, {l.Shared, "shared"}, {l.Release, "release"}, {l.All, "all"}, {l.Negated, "not"}} {
		if f.on {
			s += " " + f.name
		}
	}
	if l.Timeout != "" {
		s += " timeout=" + l.Timeout
	}
	return fmt.Sprintf("%s col=%d args=%v%v", s, l.Column, l.Args, l.Names)
}

func TestLocks(t *testing.T) {
	tests := []struct{ sql, want string }{
		{"SELECT pg_advisory_lock($1)", "pg_advisory_lock($1) col=0 args=[0][]"},
		{"select PG_CATALOG.pg_try_advisory_lock( $1 :: bigint )", "pg_try_advisory_lock($1) try col=0 args=[0][]"},
		{"SELECT now(), pg_try_advisory_lock(hashtext('lock:' || $2)) AS ok", "pg_try_advisory_lock(hashtext('lock:' || $2)) try col=1 args=[1][]"},
		{"SELECT CASE WHEN pg_try_advisory_lock($1,$2) THEN 1 ELSE 0 END", "pg_try_advisory_lock($1, $2) try col=0 args=[0 1][]"},
		{"SELECT NOT pg_catalog.pg_try_advisory_lock(88)", "pg_try_advisory_lock(88) try not col=0 args=[][]"},
		{"SELECT coalesce(pg_try_advisory_lock_shared(?), false)", "pg_try_advisory_lock_shared(?) try shared col=0 args=[0][]"},
		{"SELECT pg_advisory_xact_lock(:id)", "pg_advisory_xact_lock(:id) xact col=0 args=[][id]"},
		{"SELECT 1 FROM jobs WHERE pg_try_advisory_xact_lock(id)", "pg_try_advisory_xact_lock(id) xact try col=-1 args=[][]"},
		{"PERFORM pg_advisory_lock(1)", "pg_advisory_lock(1) col=-1 args=[][]"},
		{"DO $$ BEGIN PERFORM pg_advisory_lock(7); END $$", "pg_advisory_lock(7) col=-1 args=[][]"},
		{"WITH x AS (SELECT pg_try_advisory_lock($1) AS ok) SELECT ok FROM x", "pg_try_advisory_lock($1) try col=0 args=[0][]"},
		{"SELECT * FROM pg_try_advisory_lock(1)", "pg_try_advisory_lock(1) try col=0 args=[][]"},
		{"SELECT pg_advisory_unlock($1)", "pg_advisory_unlock($1) release col=0 args=[0][]"},
		{"SELECT pg_advisory_unlock_all()", "pg_advisory_unlock_all() release all col=0 args=[][]"},
		{"SELECT GET_LOCK(?, 10)", "get_lock(?) timeout=10 col=0 args=[0][]"},
		{"SELECT GET_LOCK(CONCAT('a', ?), 0)", "get_lock(concat('a', ?)) try timeout=0 col=0 args=[0][]"},
		{"(SELECT a FROM t) ORDER BY GET_LOCK(?, 1)", "get_lock(?) timeout=1 col=-1 args=[0][]"}, // the statement in parentheses is over
		{"DO RELEASE_LOCK('name')", "release_lock('name') release col=-1 args=[][]"},
		{"SELECT RELEASE_ALL_LOCKS()", "release_all_locks() release all col=0 args=[][]"},
		{"EXEC sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0", "sp_getapplock(@p1) try timeout=0 col=-1 args=[0][]"},
		{"DECLARE @rc int EXEC @rc = sp_getapplock 'res', 'Shared'", "sp_getapplock('res') xact shared col=-1 args=[][]"},
		{"EXEC sp_releaseapplock @Resource='res', @LockOwner='Session'", "sp_releaseapplock('res') release col=-1 args=[][]"},
		{"SELECT 'pg_advisory_lock(1)' -- pg_advisory_lock(2)", ""},
		{"SELECT pg_advisory_lock FROM t", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range Parse(tt.sql) {
			for _, l := range s.Locks {
				got = append(got, lockText(l))
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", tt.sql, strings.Join(got, "; "), tt.want)
		}
	}
}

func TestConditions(t *testing.T) {
	tests := []struct{ sql, where, sets string }{
		{"UPDATE s SET qty = qty - $2, at = now() WHERE s.id = $1 AND qty >= $2", "id = $1 [0]; qty >= $2 [1]", "qty := qty - $2 [1] relative; at := now() []"},
		{"UPDATE s SET a = ? WHERE ? < version AND NOT done", "version > ? [1]; done not is  []", "a := ? [0]"},
		{"UPDATE s SET (a, b) = (?, b + ?) WHERE (id = ? AND (v = ? OR v IS NOT NULL))", "or id = ? [2]; or v = ? [3]; or v is not null []", "a := ? [0]; b := b + ? [1] relative"},
		{"INSERT INTO t (a, b) VALUES ($1, lower($2)), ($3, $4)", "", "a := $1 [0]; b := lower($2) [1]"},
		{"SELECT 1 FROM t WHERE id IN (SELECT id FROM u WHERE x = 1) AND a BETWEEN 1 AND 2 AND d NOT LIKE 'x%' ORDER BY z", "id in (select id from u where x = 1) []; a between 1 2 []; d not like 'x%' []", ""},
		{"DELETE FROM t WHERE id = :id AND user.name = :user.name LIMIT 1", "id = :id []; name = :user.name []", ""},
		{"SELECT 1 FROM t WHERE data->>'k' = $1 AND coalesce(n, 0) < 3", "data = $1 [0]; n < 3 []", ""},
		{"UPDATE c SET n = 1 WHERE NOT EXISTS (SELECT 1 FROM c)", " not exists (select 1 from c) []", "n := 1 []"},
	}
	for _, tt := range tests {
		s := Parse(tt.sql)[0]
		var where, sets []string
		for _, c := range s.Where {
			or := ""
			if c.Or {
				or = "or "
			}
			where = append(where, fmt.Sprintf("%s%s %s %s %v", or, c.Column, c.Op, c.Value, c.Args))
		}
		for _, a := range s.Sets {
			text := fmt.Sprintf("%s := %s %v", a.Column, a.Value, a.Args)
			if a.Relative {
				text += " relative"
			}
			sets = append(sets, text)
		}
		if got := strings.Join(where, "; "); got != tt.where {
			t.Errorf("%q where\n got %s\nwant %s", tt.sql, got, tt.where)
		}
		if got := strings.Join(sets, "; "); got != tt.sets {
			t.Errorf("%q sets\n got %s\nwant %s", tt.sql, got, tt.sets)
		}
	}
}

// Texts that a slow parser chokes on.
func TestTime(t *testing.T) {
	for _, part := range []string{"(", ")", "'", "[a", "$a$", "{}", "/*", "a,", "get_lock(", "sp_getapplock ", "select ", "with x as (", "from t,", ") as materialized ", "set a = a,", "insert into t(", "not ", "where ("} {
		start := time.Now()
		Parse(strings.Repeat(part, 20000))
		Parse("select 1 from t where " + strings.Repeat(part, 20000))
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%q repeated takes %v", part, d)
		}
	}
}
