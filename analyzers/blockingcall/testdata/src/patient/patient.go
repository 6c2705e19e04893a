// Package patient may sleep for a minute.
package patient

import (
	"sync"
	"time"
)

// Silent: a minute is allowed.
func Minute(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
	time.Sleep(time.Minute)
}

func Longer(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
	time.Sleep(2 * time.Minute) // want `time.Sleep waits 2m0s`
}
