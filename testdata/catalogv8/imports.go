// Package catalogv8 imports the older major version of go-redis that the catalogue describes.
package catalogv8

import _ "github.com/go-redis/redis/v8"
