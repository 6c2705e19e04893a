package builtcmds // want package:`takes lock:\{\}`

// Commands that are built word by word.

import (
	"context"
	"time"

	"github.com/redis/rueidis"
)

type Locks struct{ c rueidis.Client }

func (l *Locks) Try(ctx context.Context, key, token string) (bool, error) { // want Try:`^missed lease key "lock:\{\}"\(p2\); r0="false"; r0 false \| acquire lease key "lock:\{\}"\(p2\); r0="true"; r0 true; r1 nil$`
	err := l.c.Do(ctx, l.c.B().Set().Key("lock:"+key).Value(token).Nx().Px(time.Minute).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return err == nil, err
}

func (l *Locks) TryOld(ctx context.Context, key string) (bool, error) { // want TryOld:`^acquire lease key p2; r0 true; r1 nil \| missed failed lease key p2; r0 false; r1 not nil \| missed busy lease key p2; r0 false; r1 nil$`
	return l.c.Do(ctx, l.c.B().Setnx().Key(key).Value("1").Build()).AsBool()
}

// TryWords has a variable in between.
func (l *Locks) TryWords(ctx context.Context, key string) bool { // want TryWords:`^missed lease key p2; r0="false"; r0 false \| acquire lease key p2; r0="true"; r0 true$`
	cmd := l.c.B().Arbitrary("SET").Keys(key).Args("1", "NX", "PX", "1000").Build()
	answer, err := l.c.Do(ctx, cmd).ToString()
	return err == nil && answer == "OK"
}

func (l *Locks) Drop(ctx context.Context, key string) error { // want Drop:`^release lease key "lock:\{\}"\(p2\)$`
	return l.c.Do(ctx, l.c.B().Del().Key("lock:"+key).Build()).Error()
}

func (l *Locks) Give(ctx context.Context, key, token string) error { // want Give:`^release lease key p2$`
	script := `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`
	return l.c.Do(ctx, l.c.B().Eval().Script(script).Numkeys(1).Key(key).Arg(token).Build()).Error()
}

// DropBoth sends two commands in one go.
func (l *Locks) DropBoth(ctx context.Context, a, b string) { // want DropBoth:`^release lease key p2; release lease key p3$`
	l.c.DoMulti(ctx, l.c.B().Del().Key(a).Build(), l.c.B().Del().Key(b).Build())
}

// Plain sets a value: no lock.
func (l *Locks) Plain(ctx context.Context, key string) error { // want Plain:`^write p0\.c$`
	return l.c.Do(ctx, l.c.B().Set().Key(key).Value("1").Build()).Error()
}

// Unknown sends what the caller built.
func (l *Locks) Unknown(ctx context.Context, cmd rueidis.Completed) error {
	return l.c.Do(ctx, cmd).Error()
}
