package b

import "sync"

var mu sync.Mutex

func Lock() { mu.Lock() }
