package sqltext

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// noise is text that would mean much where it is read.
const noise = "from x, y; select pg_advisory_lock(1); update z set a = 1"

// isPlain tells a text in which no byte begins or ends something in which others mean nothing, or counts what stands before it.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || strings.IndexByte("'\"`[]$#\\-/*?:@{}", s[i]) >= 0 {
			return false
		}
	}
	return true
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"SELECT pg_try_advisory_lock($1) FROM a WHERE b = ?", "WITH x AS (UPDATE t SET a = a+1) SELECT 1; DO $$ get_lock(1 $$", "EXEC sp_getapplock @a = 1",
		"INSERT INTO t(a) VALUES (1) ON CONFLICT DO UPDATE SET a = 2", "'\\", "$$", "[", "COPY", "explain analyze", "lock table",
		"select a.b, c from s.t as a join u on a.x = u.y where a.id in (select id from v) order by 1 for update skip locked",
		"update t set n = n + 1, m = 2 where id = 3 and n >= 4 or not done returning n; commit", "begin isolation level serializable; lock table a, b in share mode nowait",
		"with x as (select get_lock(1, 10) as ok) select ok from x", "delete from only t using u where t.id = u.id", "merge into t using u on t.a = u.a when matched then update set b = 1",
		"sp_getapplock 'a' " + strings.Repeat("sp_getapplock ", 40), "do $$ " + strings.Repeat("select pg_advisory_lock(1);", 40) + " $$",
	} {
		f.Add(s, noise)
		f.Add(s, `it's "from" x''; select pg_advisory_lock('1') $$ /* -- from y`)
	}
	f.Fuzz(func(t *testing.T, s, other string) {
		got := Parse(s)
		if again := Parse(s); !reflect.DeepEqual(got, again) {
			t.Errorf("%q is %+v, and then %+v", s, got, again)
		}
		for _, st := range got {
			within(t, st)
		}
		if isPlain(s) {
			sameMeaning(t, s, got)
		}
		opaque(t, other)
	})
}

// within tells that a statement keeps to what its type says.
func within(t *testing.T, st Statement) {
	if len(st.Locks) > 32 {
		t.Errorf("%d locks", len(st.Locks))
	}
	for _, l := range st.Locks {
		if l.Column < -1 || l.Func == "" {
			t.Errorf("a lock %+v", l)
		}
		for _, n := range l.Args {
			if n < 0 {
				t.Errorf("argument %d", n)
			}
		}
	}
	for i, name := range append(append([]string{}, st.Reads...), st.Writes...) {
		if name == "" {
			t.Errorf("table %d has no name", i)
		}
	}
}

// sameMeaning tells that capital letters, comments, white space and what stands behind a semicolon change nothing.
func sameMeaning(t *testing.T, s string, want []Statement) {
	if got := Parse(strings.ToUpper(s)); !strings.EqualFold(fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want)) {
		t.Errorf("%q in capitals is %+v, want %+v", s, got, want)
	}
	for _, between := range []string{" \t\n", " /* " + noise + " /* */ */ ", " -- " + noise + "\n"} {
		spaced := strings.Map(func(r rune) rune {
			if r <= ' ' {
				return 0
			}
			return r
		}, s)
		spaced = strings.ReplaceAll(spaced, "\x00", between)
		if got := Parse(spaced); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, want %+v", spaced, got, want)
		}
	}
	if got := Parse(s + ";;" + s); len(got) != 2*len(want) || len(want) > 0 && !(reflect.DeepEqual(got[:len(want)], want) && reflect.DeepEqual(got[len(want):], want)) {
		t.Errorf("twice, %q is %+v, want %+v", s, got, want)
	}
}

// opaque tells that a text means nothing in quotes and comments.
func opaque(t *testing.T, text string) {
	var where []string
	if !strings.Contains(text, "\\") {
		where = append(where, "'"+strings.ReplaceAll(text, "'", "''")+"'", `"`+strings.ReplaceAll(text, `"`, `""`)+`"`)
	}
	if !strings.Contains(text, "$") {
		where = append(where, "$tag$"+text+"$tag$")
	}
	if !strings.ContainsAny(text, "*/") {
		where = append(where, "b /* "+text+" */")
	}
	if !strings.Contains(text, "\n") {
		where = append(where, "b -- "+text+"\n")
	}
	for _, x := range where {
		sql := "SELECT a, " + x + " FROM t"
		got := Parse(sql)
		if len(got) != 1 || !reflect.DeepEqual(got[0], Statement{Verb: Select, Reads: []string{"t"}}) {
			t.Errorf("%q is %+v", sql, got)
		}
	}
}
