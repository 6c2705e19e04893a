// Package bbolt is a stub.
package bbolt

type Tx struct{ n int }

func (tx *Tx) Bucket(name []byte) *Bucket { return nil }

type Bucket struct{ tx *Tx }

func (b *Bucket) Put(key, value []byte) error { return nil }
