package generate

import (
	"bytes"
	"errors"
	"path"
	"strings"
)

const serviceModule = "bench.example/service"

// An entity is a kind of thing that the service keeps: it has a repository, a service, handlers and a job.
type entity struct {
	Name     string
	Locks    string // the platform package that its requests take locks from
	JobLocks string
	Router   string // of the server, that its handlers are registered with
	repo     string
	api      string
	Fault    bool
	Uses     []*entity
}

// Type is the name of a row's type.
func (e *entity) Type() string { return strings.ToUpper(e.Name[:1]) + e.Name[1:] }

// Table is the name of its table.
func (e *entity) Table() string { return e.Name + "_rows" }

// Module is the path of the module.
func (e *entity) Module() string { return serviceModule }

// All are the entities that the server puts together: of the entity that stands for the whole, the ones it uses.
func (e *entity) All() []*entity { return e.Uses }

// Service makes a module of 60 packages as a service has them: handlers, services, repositories and jobs on a
// platform of clients. The versions of what it imports are those of the given go.mod and go.sum.
func Service(gomod, gosum []byte) (Files, error) {
	_, rest, ok := bytes.Cut(gomod, []byte("\n"))
	if !ok || !bytes.HasPrefix(gomod, []byte("module ")) {
		return nil, errors.New("go.mod does not start with the module's path")
	}
	files := Files{
		"go.mod": append([]byte("module "+serviceModule+"\n"), rest...),
		"go.sum": gosum,
	}
	for _, name := range []string{"cache", "discovery", "dynamolocks", "etcdlock", "pgdb", "queue", "redislock", "redsynclock", "rpc"} {
		if err := files.add(path.Join("platform", name, name+".go"), name+".tmpl", &entity{}); err != nil {
			return nil, err
		}
	}
	all := entities()
	for _, e := range all {
		for dir, tmpl := range map[string]string{
			"repo/" + e.Name + "repo": "repo_" + e.repo + ".tmpl",
			"service/" + e.Name:       "svc.tmpl",
			"api/" + e.Name + "api":   "api_" + e.api + ".tmpl",
			"job/" + e.Name + "job":   "job.tmpl",
		} {
			if err := files.add(path.Join(dir, path.Base(dir)+".go"), tmpl, e); err != nil {
				return nil, err
			}
		}
	}
	return files, files.add("cmd/server/main.go", "server.tmpl", &entity{Uses: all})
}

// entities are what the service keeps. One in four takes a lock in the wrong order.
func entities() []*entity {
	locks := []string{"redislock", "redsynclock", "etcdlock"}
	jobLocks := []string{"dynamolocks", "etcdlock", "redislock", "redsynclock"}
	repos := []string{"gorm", "pgx", "sqlx"}
	apis := []string{"gin", "echo", "chi"}
	var all []*entity
	for i, name := range []string{"account", "basket", "coupon", "delivery", "gift", "invoice", "ledger", "order", "payment", "refund", "stock", "voucher"} {
		e := &entity{
			Name:     name,
			Locks:    locks[i%3],
			JobLocks: jobLocks[i%4],
			repo:     repos[i%3],
			api:      apis[i%3],
			Router:   string(apis[i%3][0]),
			Fault:    i%4 == 1,
		}
		if i > 0 {
			e.Uses = append(e.Uses, all[i-1])
		}
		if i > 4 {
			e.Uses = append(e.Uses, all[i-4])
		}
		all = append(all, e)
	}
	return all
}
