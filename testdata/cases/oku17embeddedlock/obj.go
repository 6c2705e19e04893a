// Case oku17embeddedlock: a domain object's own mutex guards its fields while it is stored inside a transaction closure after the object's region has ended.
package oku17embeddedlock

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Game struct {
	mu    sync.Mutex
	id    string
	score int
}

func (g *Game) Score(n int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.score += n
	return g.score
}

type Games struct {
	pool *pgxpool.Pool
	mu   sync.RWMutex
	all  map[string]*Game
}

func (g *Games) find(id string) *Game {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.all[id]
}

func (g *Games) Add(ctx context.Context, id string, n int) error {
	return pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
		game := g.find(id)
		if _, err := tx.Exec(ctx, "UPDATE games SET score = $2 WHERE id = $1", id, game.Score(n)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO moves (game, total) VALUES ($1, $2)", id, game.Score(0))
		return err
	})
}

// Flush holds the read lock of the map around whole transactions.
func (g *Games) Flush(ctx context.Context) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
		for id, game := range g.all {
			if _, err := tx.Exec(ctx, "UPDATE games SET score = $2 WHERE id = $1", id, game.Score(0)); err != nil {
				return err
			}
		}
		return nil
	})
}
