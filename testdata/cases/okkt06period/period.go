// Case okkt06period: the key of a job that runs once in a period of the calendar is that period. What changes within the work, or splits the lock of something else, is no period.
package okkt06period

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/bsm/redislock"
)

type Jobs struct{ locks *redislock.Client }

func (j *Jobs) once(ctx context.Context, key string) error {
	l, err := j.locks.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return err
	}
	return l.Release(context.WithoutCancel(ctx))
}

func (j *Jobs) Hour(ctx context.Context) error {
	return j.once(ctx, "rollup:"+time.Now().Truncate(time.Hour).Format(time.RFC3339))
}

func (j *Jobs) Minute(ctx context.Context) error {
	return j.once(ctx, "tick:"+time.Now().UTC().Format("2006-01-02T15:04"))
}

func (j *Jobs) Yesterday(ctx context.Context) error {
	y, m, d := time.Now().AddDate(0, 0, -1).Date()
	return j.once(ctx, fmt.Sprintf("yday:%04d%02d%02d", y, m, d))
}

func (j *Jobs) Month(ctx context.Context) error {
	now := time.Now()
	return j.once(ctx, fmt.Sprintf("month:%d-%02d", now.Year(), now.Month()))
}

func (j *Jobs) Week(ctx context.Context) error {
	y, w := time.Now().ISOWeek()
	return j.once(ctx, fmt.Sprintf("week:%d-%d", y, w))
}

func (j *Jobs) Bucket(ctx context.Context) error {
	return j.once(ctx, "bucket:"+strconv.FormatInt(time.Now().Unix()/3600, 10))
}

func (j *Jobs) Seconds(ctx context.Context) error {
	return j.once(ctx, "seconds:"+strconv.FormatInt(time.Now().Unix()/5, 10)) //bug:keytemplate/volatile
}

func (j *Jobs) Moment(ctx context.Context) error {
	return j.once(ctx, "moment:"+time.Now().Format(time.RFC3339)) //bug:keytemplate/volatile
}

func (j *Jobs) Clock(ctx context.Context) error {
	h, m, s := time.Now().Clock()
	return j.once(ctx, fmt.Sprintf("clock:%d:%d:%d", h, m, s)) //bug:keytemplate/volatile
}

func (j *Jobs) Truncated(ctx context.Context) error {
	return j.once(ctx, "trunc:"+time.Now().Truncate(time.Second).Format(time.RFC3339)) //bug:keytemplate/volatile
}

// Order is the lock of an order, which changes its name at midnight.
func (j *Jobs) Order(ctx context.Context, id int64) error {
	return j.once(ctx, fmt.Sprintf("order:%d:%s", id, time.Now().Format(time.DateOnly))) //bug:keytemplate/volatile
}
