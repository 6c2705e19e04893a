package inventory

import (
	"strings"
	"testing"
)

func TestLocksOf(t *testing.T) {
	for _, tt := range []struct{ text, others, want string }{
		{"SELECT * FROM orders WHERE id = $1 FOR UPDATE", "", "rows of orders"},
		{`select d.* from device d join device_queue q on q.dev = d.dev where d.x = (select max(x) from y) limit $1 for update of d skip locked`, "", "rows of device"},
		{`WITH c AS (SELECT id FROM jobs WHERE q IN (SELECT q FROM paused) LIMIT $1 FOR UPDATE SKIP LOCKED) DELETE FROM archive USING c`, "", "rows of jobs"},
		{`WITH c AS MATERIALIZED (SELECT id FROM "Worker") SELECT * FROM c ORDER BY id FOR NO KEY UPDATE`, "", "rows of Worker"},
		{" for update", "select * from device where id = $1", "rows of device"},
		{" for update", "", "rows"},
		{`select n from "{}" where id = $1 for update`, "", "rows"},
		{"select n from {}.parts where id = $1 for update", "", "rows of {}.parts"},
		{" from lane where name = ? and flag != 1 for update", "select id, flag from service where id in ( ", "rows of lane"},
		{") and flag != 1 lock in share mode", "select id, flag from service where id in ( ", "rows of service"},
		{"ORDER BY db.instance FOR UPDATE OF db", "select id, flag from service where id in ( ", "rows of service"},
		{" where id = $1 for no key update skip locked;", "select id, flag from service where id in ( ", "rows of service"},
		{"from now on the lock is taken for update statements", "select id, flag from service where id in ( ", ""},
		{"parse routing config from request for update", "select id, flag from service where id in ( ", ""},
		{"lock a, b in row exclusive mode", "select id, flag from service where id in ( ", "tables a, b"},
		{"SELECT pg_advisory_xact_lock($1)", "", "transaction lock"},
		{"SELECT pg_try_advisory_lock(hashtext('nightly'))", "", "hashtext('nightly')"},
		{"SELECT pg_advisory_unlock(7)", "", ""},
		{"get the order for update: %w", "", ""},
		{"cannot wait for update", "", ""},
	} {
		var others []string
		if tt.others != "" {
			others = []string{tt.others}
		}
		var got []string
		for _, l := range locksOf(tt.text, others, nil) {
			got = append(got, l.Name)
		}
		if text := strings.Join(got, "; "); text != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, text, tt.want)
		}
	}
}
