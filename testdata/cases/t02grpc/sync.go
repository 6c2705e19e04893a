// Case t02grpc: a mutex is held during a gRPC call whose context has no deadline; others have one.
package t02grpc

import (
	"context"
	"os/exec"
	"sync"
	"time"

	"google.golang.org/grpc"
)

// Peer is another node.
type Peer struct {
	mu   sync.Mutex
	conn grpc.ClientConnInterface
	seq  int
}

type ack struct{ Seq int }

func (p *Peer) push(ctx context.Context, seq int) (*ack, error) {
	out := new(ack)
	return out, p.conn.Invoke(ctx, "/peer/Push", &ack{seq}, out)
}

// Push has no deadline.
func (p *Peer) Push() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.push(context.Background(), p.seq) //bug:blockingcall/no-timeout
	if err != nil {
		return err
	}
	p.seq = a.Seq
	return nil
}

// PushBounded has one of a second.
func (p *Peer) PushBounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.push(ctx, p.seq)
	if err != nil {
		return err
	}
	p.seq = a.Seq
	return nil
}

// Copy runs a command.
func (p *Peer) Copy(dir string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	cmd := exec.Command("rsync", dir)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput() //bug:blockingcall/no-timeout
	if err != nil {
		return err
	}
	p.seq = len(out)
	return nil
}
