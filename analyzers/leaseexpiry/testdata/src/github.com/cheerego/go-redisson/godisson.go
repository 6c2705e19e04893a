// Package godisson has the few declarations of go-redisson that the shapes need.
package godisson

type Godisson struct{ addr string }

func (g *Godisson) NewRLock(key string) *RLock { return &RLock{Key: key, g: g} }

type RLock struct {
	Key string
	g   *Godisson
}

func (r *RLock) Lock() error                                   { return nil }
func (r *RLock) TryLock(waitTime int64, leaseTime int64) error { return nil }
func (r *RLock) Unlock() (int64, error)                        { return 0, nil }
