// Package catalogframe imports the frameworks that the catalogue describes, so that their
// versions are pinned here and the conformance test can load them.
package catalogframe

import (
	_ "github.com/gogf/gf/v2/database/gdb"
	_ "github.com/gogf/gf/v2/database/gredis"
	_ "github.com/gogf/gf/v2/frame/g"
	_ "github.com/zeromicro/go-zero/core/stores/redis"
	_ "github.com/zeromicro/go-zero/core/stores/sqlc"
	_ "github.com/zeromicro/go-zero/core/stores/sqlx"
)
