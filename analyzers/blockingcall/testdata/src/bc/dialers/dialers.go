// Package dialers opens connections.
package dialers

import (
	"context"
	"net"
	"sync"
	"time"
)

type Pool struct {
	mu   sync.Mutex
	conn net.Conn
	d    net.Dialer
}

func (p *Pool) Open(addr string) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn, err = net.Dial("tcp", addr) // want `net.Dial may wait`
	return err
}

// Silent: a dial with a timeout.
func (p *Pool) OpenTimed(addr string) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn, err = net.DialTimeout("tcp", addr, time.Second)
	return err
}

// Silent: a dialer with a timeout.
func (p *Pool) OpenDialer(addr string) (err error) {
	d := &net.Dialer{Timeout: time.Second}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn, err = d.Dial("tcp", addr)
	return err
}

func (p *Pool) OpenBare(addr string) (err error) {
	var d net.Dialer
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn, err = d.DialContext(context.Background(), "tcp", addr) // want `net.Dialer.DialContext may wait`
	return err
}

// The answer is read without a deadline.
func (p *Pool) Ask(addr string, buf []byte) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err = conn.Read(buf) // want `net.Conn.Read may wait`
	return err
}

// Silent: a deadline of which nothing more is known.
func (p *Pool) AskTimed(addr string, buf []byte) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	conn.SetDeadline(time.Now().Add(time.Second))
	_, err = conn.Read(buf)
	return err
}

// Silent: what was set on the connection is not known, and the mutex keeps its writers apart.
func (p *Pool) Write(buf []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.conn.Write(buf)
	return err
}
