package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// Encode writes the JSON that [Decode] reads into base to make v of it: what is the same in both is left out. Both
// are of one type. The text is the same for values that are the same.
func Encode(v, base any) []byte {
	var b bytes.Buffer
	encode(&b, reflect.ValueOf(v), reflect.ValueOf(base))
	return b.Bytes()
}

func encode(b *bytes.Buffer, v, base reflect.Value) {
	if !v.CanAddr() {
		copied := reflect.New(v.Type()).Elem()
		copied.Set(v)
		v = copied
	}
	switch x := v.Addr().Interface().(type) {
	case Text:
		encodeText(b, x.String())
		return
	case Choice:
		encodeText(b, x.Words()[v.Uint()])
		return
	case *time.Duration:
		encodeText(b, x.String())
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		encodeObject(b, v, base)
	case reflect.Slice:
		zero := reflect.Zero(v.Type().Elem())
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			encode(b, v.Index(i), zero)
		}
		b.WriteByte(']')
	case reflect.Map:
		encodeMap(b, v)
	case reflect.String:
		encodeText(b, v.String())
	default: // a number, true, false
		fmt.Fprint(b, v.Interface())
	}
}

func encodeObject(b *bytes.Buffer, v, base reflect.Value) {
	b.WriteByte('{')
	first := true
	for i, key := range keysOf(v.Type()) {
		if reflect.DeepEqual(v.Field(i).Interface(), base.Field(i).Interface()) {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteString(strconv.Quote(key) + ":")
		encode(b, v.Field(i), base.Field(i))
	}
	b.WriteByte('}')
}

func encodeMap(b *bytes.Buffer, v reflect.Value) {
	zero := reflect.Zero(v.Type().Elem())
	values := map[string]reflect.Value{}
	for _, key := range v.MapKeys() {
		values[key.String()] = v.MapIndex(key)
	}
	b.WriteByte('{')
	for i, key := range slices.Sorted(maps.Keys(values)) {
		if i > 0 {
			b.WriteByte(',')
		}
		encodeText(b, key)
		b.WriteByte(':')
		encode(b, values[key], zero)
	}
	b.WriteByte('}')
}

func encodeText(b *bytes.Buffer, text string) {
	out, _ := json.Marshal(text) // of a string it cannot fail
	b.Write(out)
}
