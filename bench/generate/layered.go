package generate

import (
	"fmt"
	"path"
)

// A layeredPackage is one package of a layered module. In layer 0 are the stores, in layer 1 the locks; each package
// above has a store, packages of the two layers below it, and, if it is one that takes locks, a lock.
type layeredPackage struct {
	Name, Path, Table string
	Layer, Index      int
	Store, Lock       *layeredPackage
	Uses              []*layeredPackage
}

// Limit is a number that is another one in each package.
func (p *layeredPackage) Limit() int { return 10 + p.Layer + p.Index }

// First tells that there is a layer below to hand the work on to.
func (p *layeredPackage) First() bool { return len(p.Uses) > 0 }

// faultEvery is the distance of two packages with faults: 1 in 25.
const faultEvery = 25

// testEvery is the distance of two packages with a test.
const testEvery = 5

const layeredModule = "bench.example/layered"

// Layered makes a module of n packages, 20 to 10,000, in depth layers. It imports the standard library only. Transactions
// run through several layers; one package in every, 1 to 25, takes locks, through several layers too, and at most one in 25 does it wrong.
func Layered(n, depth, every int) (Files, error) {
	if n < 20 || n > 10_000 || depth < 3 || depth > n/5 || every < 1 || every > faultEvery {
		return nil, fmt.Errorf("%d packages in %d layers, one in %d with locks: out of range", n, depth, every)
	}
	files := Files{"go.mod": []byte("module " + layeredModule + "\n\ngo 1.26.0\n")}
	for i, p := range layers(n, depth, every) {
		dir := path.Join(fmt.Sprintf("l%02d", p.Layer), p.Name)
		kind := "domain.tmpl"
		switch {
		case p.Layer == 0:
			kind = "store.tmpl"
		case p.Layer == 1:
			kind = "lock.tmpl"
		case p.Lock == nil:
			kind = "plain.tmpl"
		}
		if err := files.add(path.Join(dir, p.Name+".go"), kind, p); err != nil {
			return nil, err
		}
		if p.Layer < 2 {
			continue
		}
		if i%testEvery == 0 {
			if err := files.add(path.Join(dir, p.Name+"_test.go"), "test.tmpl", p); err != nil {
				return nil, err
			}
		}
		if i%faultEvery == faultEvery-1 && p.Lock != nil {
			if err := files.add(path.Join(dir, "faults.go"), "faults.tmpl", p); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// layers lays n packages out. Neighbours of a layer share some of what they use, as in a real program.
func layers(n, depth, every int) []*layeredPackage {
	width := n / depth
	var all []*layeredPackage
	at := func(layer, index int) *layeredPackage { return all[layer*width+index%width] }
	for i := range n {
		layer := min(i/width, depth-1)
		p := &layeredPackage{Layer: layer, Index: i - layer*width}
		p.Name = fmt.Sprintf("p%02dx%d", layer, p.Index)
		p.Path = fmt.Sprintf("%s/l%02d/%s", layeredModule, layer, p.Name)
		p.Table = fmt.Sprintf("rows_%d", p.Index)
		if layer >= 2 {
			p.Store = at(0, p.Index)
			if i%every == every-1 {
				p.Lock = at(1, p.Index)
			}
		}
		if layer >= 3 {
			p.Uses = append(p.Uses, at(layer-1, p.Index))
			if other := at(layer-1, 7*p.Index+3); other != p.Uses[0] {
				p.Uses = append(p.Uses, other)
			}
			if layer >= 4 {
				p.Uses = append(p.Uses, at(layer-2, 5*p.Index+1))
			}
		}
		all = append(all, p)
	}
	return all
}
