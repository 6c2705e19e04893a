// Case okkt07subkeys: keys that are made of what a template gives and something more: they change with it. Who writes the template's text once more is told.
package okkt07subkeys

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bsm/redislock"

	"locklintcases/okkt07subkeys/keys"
)

type Items struct{ locks *redislock.Client }

func itemKey(id string) string { return "item:" + id }

func (i *Items) with(ctx context.Context, key string) error {
	l, err := i.locks.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return err
	}
	return l.Release(context.WithoutCancel(ctx))
}

func (i *Items) Item(ctx context.Context, id string) error { return i.with(ctx, itemKey(id)) }

func (i *Items) History(ctx context.Context, id string) error {
	return i.with(ctx, itemKey(id)+":history")
}

func (i *Items) Prices(ctx context.Context, id string) error {
	return i.with(ctx, fmt.Sprintf("%s:prices", itemKey(id)))
}

func (i *Items) Stock(ctx context.Context, id string) error {
	return i.with(ctx, strings.Join([]string{itemKey(id), "stock"}, ":"))
}

func (i *Items) Order(ctx context.Context, id string) error {
	return i.with(ctx, keys.Order(id)+":items")
}

func (i *Items) Direct(ctx context.Context, id string) error {
	l, err := i.locks.Obtain(ctx, itemKey(id)+":direct", time.Minute, nil)
	if err != nil {
		return err
	}
	return l.Release(context.WithoutCancel(ctx))
}

func (i *Items) ByHand(ctx context.Context, id string) error {
	return i.with(ctx, "item:"+id) //bug:keytemplate/bypass
}

func (i *Items) MoreByHand(ctx context.Context, id string) error {
	return i.with(ctx, "item:"+id+":images") //bug:keytemplate/bypass
}
