// Case okbc02default: http.Get goes through http.DefaultClient, to which this program gives a timeout.
package main

import (
	"net/http"
	"sync"
	"time"
)

var mu sync.Mutex

func init() { http.DefaultClient.Timeout = 15 * time.Second }

func main() {
	if err := get(); err != nil {
		panic(err)
	}
}

func get() error {
	mu.Lock()
	defer mu.Unlock()
	resp, err := http.Get("https://rates.example/")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
