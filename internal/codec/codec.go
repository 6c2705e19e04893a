// Package codec turns plain data into bytes and back.
package codec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"sync"
)

// A Codec turns plain data into bytes and back. It does not change. The zero value is ready; one that was made [Of] the types it is for
// need not look at them each time.
type Codec struct {
	fields  map[reflect.Type][]int // of structs, those fields that are written
	scratch sync.Pool              // of *[]byte, to write to: what is returned is no longer than it has to be
}

// Of makes a codec for values of some types.
func Of(types ...reflect.Type) *Codec {
	c := &Codec{fields: make(map[reflect.Type][]int)}
	for _, t := range types {
		c.learn(t)
	}
	return c
}

// learn notes the fields of the structs that values of a type consist of.
func (c *Codec) learn(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		c.learn(t.Elem())
	case reflect.Struct:
		if _, ok := c.fields[t]; ok {
			return
		}
		c.fields[t] = fieldsOf(t)
		for _, i := range c.fields[t] {
			c.learn(t.Field(i).Type)
		}
	}
}

// Encode writes plain data: booleans, numbers, strings, and slices, pointers and structs of them. The same
// data are always the same bytes, and Decode makes the same data of them, nil slices and strings
// that are no UTF-8 included. (gob numbers types in the order in which a process met them; JSON mends
// strings.) Fields that JSON would pass over, unexported ones and those with the tag json:"-", are passed
// over here too.
func (c *Codec) Encode(v any) ([]byte, error) {
	scratch, ok := c.scratch.Get().(*[]byte)
	if !ok {
		scratch = new([]byte)
	}
	defer c.scratch.Put(scratch)
	b, err := c.append((*scratch)[:0], reflect.ValueOf(v))
	if err != nil {
		return nil, err
	}
	*scratch = b
	return bytes.Clone(b), nil
}

func (c *Codec) append(b []byte, v reflect.Value) (_ []byte, err error) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint()), nil
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len())) // #nosec G115 -- a length
		return append(b, v.String()...), nil
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0), nil
		}
		return c.append(append(b, 1), v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0), nil
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1) // #nosec G115 -- a length
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...), nil
		}
		for i := range v.Len() {
			if b, err = c.append(b, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	case reflect.Array:
		for i := range v.Len() {
			if b, err = c.append(b, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	case reflect.Struct:
		for _, i := range c.fieldsOf(v.Type()) {
			if b, err = c.append(b, v.Field(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	}
	return nil, fmt.Errorf("cannot encode a %v", v.Type())
}

func (c *Codec) fieldsOf(t reflect.Type) []int {
	if list, ok := c.fields[t]; ok {
		return list
	}
	return fieldsOf(t)
}

func fieldsOf(t reflect.Type) []int {
	var list []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
			list = append(list, i)
		}
	}
	return list
}

// Decode reads into *ptr what Encode wrote of a value of its type. Slices of bytes in it are parts of data, which must not change
// any more.
func (c *Codec) Decode(data []byte, ptr any) error {
	d := &decoder{codec: c, data: data}
	v := reflect.ValueOf(ptr).Elem()
	v.SetZero()
	d.value(v)
	if d.err == nil && len(d.data) > 0 {
		d.err = fmt.Errorf("%d bytes too many for a %v", len(d.data), v.Type())
	}
	return d.err
}

type decoder struct {
	codec *Codec
	data  []byte
	depth int // pointers to what is being read
	err   error
}

// maxDepth bounds the pointers in each other, as encoding/json does: data may be damaged, and the stack is not endless.
const maxDepth = 10_000

func (d *decoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.uvarint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(d.data)
		d.skip(size)
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(d.uvarint())
	case reflect.String:
		v.SetString(string(d.bytes(d.uvarint())))
	case reflect.Pointer:
		if d.uvarint() == 0 || d.err != nil {
			return
		}
		if d.depth++; d.depth > maxDepth {
			d.fail()
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		d.value(v.Elem())
		d.depth--
	case reflect.Slice:
		d.slice(v)
	case reflect.Array:
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.Struct:
		for _, i := range d.codec.fieldsOf(v.Type()) {
			d.value(v.Field(i))
		}
	default:
		d.fail()
	}
}

func (d *decoder) slice(v reflect.Value) {
	n := d.uvarint()
	switch {
	case n == 0:
		return
	case n-1 > uint64(len(d.data)): // each element has a byte at least
		d.fail()
		return
	}
	n--
	if v.Type().Elem().Kind() == reflect.Uint8 {
		b := d.bytes(n)
		v.SetBytes(b[:len(b):len(b)])
		return
	}
	count := int(n) // #nosec G115 -- not more than there is data
	v.Set(reflect.MakeSlice(v.Type(), count, count))
	for i := range count {
		d.value(v.Index(i))
	}
}

func (d *decoder) uvarint() uint64 {
	n, size := binary.Uvarint(d.data)
	d.skip(size)
	return n
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.data)) {
		d.fail()
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) skip(size int) {
	if size <= 0 {
		d.fail()
		return
	}
	d.data = d.data[size:]
}

func (d *decoder) fail() {
	d.data = nil
	if d.err == nil {
		d.err = fmt.Errorf("damaged data")
	}
}
