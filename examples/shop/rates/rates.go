// Package rates asks a bank for exchange rates and remembers them.
package rates

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Cache remembers the rates of today.
type Cache struct {
	bank    string
	client  *http.Client
	patient *http.Client

	mu    sync.Mutex
	rates map[string]float64
}

// New makes a cache for the bank at a URL.
func New(bank string) *Cache {
	return &Cache{bank: bank, client: &http.Client{Timeout: 2 * time.Second}, patient: &http.Client{}, rates: map[string]float64{}}
}

func (c *Cache) ask(ctx context.Context, client *http.Client, currency string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.bank+"?currency="+url.QueryEscape(currency), nil)
	if err != nil {
		return 0, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("rate of %s: %s", currency, resp.Status)
	}
	var rate float64
	return rate, json.NewDecoder(resp.Body).Decode(&rate)
}

// Rate asks while it holds the mutex, without a timeout: if the bank does not answer, nobody gets any rate.
func (c *Cache) Rate(currency string) (float64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rate, ok := c.rates[currency]; ok {
		return rate, nil
	}
	rate, err := c.ask(context.Background(), c.patient, currency)
	if err != nil {
		return 0, err
	}
	c.rates[currency] = rate
	return rate, nil
}

// RateFixed asks outside of the mutex, and for two seconds at most.
func (c *Cache) RateFixed(ctx context.Context, currency string) (float64, error) {
	c.mu.Lock()
	rate, ok := c.rates[currency]
	c.mu.Unlock()
	if ok {
		return rate, nil
	}
	rate, err := c.ask(ctx, c.client, currency)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rates[currency] = rate
	return rate, nil
}
