// Case okp17errs: the closure unlocks and then returns an error of the project's own making, so the runner rolls back; the good path hands the lock to a hook of the caller.
package okp17errs

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"gorm.io/gorm"

	"locklintcases/okp17errs/apperr"
)

type S struct {
	g  *gorm.DB
	mu sync.Mutex
}

var NotOpen = fmt.Errorf("not open")

func (s *S) A(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		if err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error; err != nil {
			s.mu.Unlock()
			return apperr.Wrap(err, "update")
		}
		s.mu.Unlock()
		return apperr.Gone
	})
}

func (s *S) B(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		if err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error; err != nil {
			s.mu.Unlock()
			return apperr.ErrStale.With(err)
		}
		s.mu.Unlock()
		return apperr.Errorf(apperr.Conflict, "doc %d", id)
	})
}

func (s *S) C(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		if err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error; err != nil {
			s.mu.Unlock()
			return status.Errorf(codes.Internal, "update: %v", err)
		}
		s.mu.Unlock()
		return status.Error(codes.Aborted, "always")
	})
}

func (s *S) D(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		if err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error; err != nil {
			s.mu.Unlock()
			return context.Canceled
		}
		s.mu.Unlock()
		return io.ErrUnexpectedEOF
	})
}

func (s *S) E(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		if err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error; err != nil {
			s.mu.Unlock()
			return http.ErrAbortHandler
		}
		s.mu.Unlock()
		return NotOpen
	})
}

func (s *S) F(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		res := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id)
		if res.Error != nil {
			s.mu.Unlock()
			return apperr.New(apperr.Internal, res.Error.Error())
		}
		s.mu.Unlock()
		return sql.ErrNoRows
	})
}

// G answers the failed statement's error through a helper of this package that logs.
func (s *S) G(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		if err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error; err != nil {
			s.mu.Unlock()
			return logged(err)
		}
		s.mu.Unlock()
		return logged(gorm.ErrInvalidData)
	})
}

func logged(err error) error {
	fmt.Println("failed:", err)
	return err
}

// H sets a flag by a type assertion of the error and goes out in the middle.
func (s *S) H(ctx context.Context, id int64) error {
	return s.g.Transaction(func(tx *gorm.DB) error {
		s.mu.Lock()
		err := tx.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error
		s.mu.Unlock()
		if ae, ok := err.(*apperr.Error); ok && ae.Code == apperr.Conflict {
			return ae
		}
		if err == nil {
			return apperr.ErrStale
		}
		return err
	})
}
