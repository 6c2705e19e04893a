package config

import "github.com/locklint/locklint/internal/catalog"

// A Setup is a configuration and what follows from it for all packages.
type Setup struct {
	Config
	Catalog *catalog.Catalog // of the known libraries, and of what the user says
}

// NewSetup works out what follows from a configuration.
func NewSetup(c Config) *Setup {
	return &Setup{Config: c, Catalog: catalog.With(c.Catalog)}
}
