// Case le01watchdog: the project's own locker renews a lease only where nobody chose its length; a length is chosen, and the work is longer.
package le01watchdog

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("locked by another node")

const usual = 30 * time.Second

const freeScript = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

const keepScript = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`

// Options of a lock.
type Options struct {
	Lease time.Duration // 0: as long as the holder lives
}

// Locker takes locks.
type Locker struct{ rdb *redis.Client }

// Held is a lock that is held.
type Held struct {
	l          *Locker
	key, token string
	stop       chan struct{}
}

// Acquire takes key.
func (l *Locker) Acquire(ctx context.Context, key string, o Options) (*Held, error) {
	lease := o.Lease
	if lease == 0 {
		lease = usual
	}
	h := &Held{l: l, key: key, token: uuid.NewString(), stop: make(chan struct{})}
	ok, err := l.rdb.SetNX(ctx, key, h.token, lease).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBusy
	}
	if o.Lease == 0 {
		go h.watch()
	}
	return h, nil
}

func (h *Held) watch() {
	t := time.NewTicker(usual / 3)
	defer t.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-t.C:
			if n, err := h.l.rdb.Eval(context.Background(), keepScript, []string{h.key}, h.token, usual.Milliseconds()).Int(); err != nil || n == 0 {
				return
			}
		}
	}
}

// Free gives it back.
func (h *Held) Free(ctx context.Context) error {
	close(h.stop)
	return h.l.rdb.Eval(context.WithoutCancel(ctx), freeScript, []string{h.key}, h.token).Err()
}

// Import reads files of a partner.
type Import struct {
	locks *Locker
	http  *http.Client
}

// New returns an Import.
func New(l *Locker) *Import { return &Import{locks: l, http: &http.Client{Timeout: 25 * time.Second}} }

func (i *Import) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://files.example/"+path, nil)
	if err != nil {
		return err
	}
	resp, err := i.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Chosen has ten seconds for twenty-five.
func (i *Import) Chosen(ctx context.Context, path string) error {
	h, err := i.locks.Acquire(ctx, "import:lock", Options{Lease: 10 * time.Second}) //bug:leaseexpiry/watchdog-off
	if err != nil {
		return err
	}
	defer h.Free(ctx)
	return i.get(ctx, path)
}

// Usual leaves it to the locker.
func (i *Import) Usual(ctx context.Context, path string) error {
	h, err := i.locks.Acquire(ctx, "import:lock", Options{})
	if err != nil {
		return err
	}
	defer h.Free(ctx)
	return i.get(ctx, path)
}

// Enough has a minute.
func (i *Import) Enough(ctx context.Context, path string) error {
	h, err := i.locks.Acquire(ctx, "import:lock", Options{Lease: time.Minute})
	if err != nil {
		return err
	}
	defer h.Free(ctx)
	return i.get(ctx, path)
}
