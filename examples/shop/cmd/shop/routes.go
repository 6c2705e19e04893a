package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"example.com/shop/checkout"
	"example.com/shop/coupon"
	"example.com/shop/internal/lock"
	"example.com/shop/order"
	"example.com/shop/payment"
	"example.com/shop/report"
	"example.com/shop/stock"
)

type api struct {
	coupons  *coupon.Coupons
	orders   *order.Service
	stock    *stock.Service
	payments *payment.Service
	checkout *checkout.Carts
	reports  *report.Writer
}

func (a *api) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", body(a.orders.Place))
	mux.HandleFunc("POST /orders/{id}/cancel", withID(a.orders.Cancel))
	mux.HandleFunc("POST /coupons/{code}/uses", func(w http.ResponseWriter, r *http.Request) {
		answer(w, r, a.coupons.Redeem(r.Context(), r.PathValue("code")))
	})
	mux.HandleFunc("POST /coupons/{code}/top-up", func(w http.ResponseWriter, r *http.Request) {
		answer(w, r, a.coupons.TopUp(r.Context(), r.PathValue("code"), 10))
	})
	mux.HandleFunc("POST /deliveries", body(func(ctx context.Context, d *stock.Delivery) error { return a.stock.Receive(ctx, *d) }))
	mux.HandleFunc("POST /payments/{id}/captures", amount(a.payments.Capture))
	mux.HandleFunc("POST /payments/{id}/refunds", amount(a.payments.Refund))
	mux.HandleFunc("POST /payments/{id}/invoice", withID(func(ctx context.Context, id int64) error {
		number, err := a.payments.Invoice(ctx, id)
		slog.InfoContext(ctx, "invoiced", "payment", id, "number", number, "err", err)
		return err
	}))
	mux.HandleFunc("POST /carts/{id}/checkout", withID(a.checkout.Checkout))
	mux.HandleFunc("POST /reports/daily", func(w http.ResponseWriter, r *http.Request) { answer(w, r, a.reports.Daily(r.Context())) })
	return mux
}

// body decodes the request's JSON for f.
func body[T any](f func(context.Context, *T) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := new(T)
		if err := json.NewDecoder(r.Body).Decode(v); err != nil {
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		answer(w, r, f(r.Context(), v))
	}
}

// withID gives f the id of the path.
func withID(f func(context.Context, int64) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		if err != nil {
			http.Error(w, "bad id", http.StatusBadRequest)
			return
		}
		answer(w, r, f(r.Context(), id))
	}
}

// amount gives f the id of the path and the amount of the query, in cents.
func amount(f func(ctx context.Context, id, cents int64) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		cents, err := strconv.ParseInt(r.FormValue("cents"), 10, 64)
		if err != nil || cents <= 0 {
			http.Error(w, "bad amount", http.StatusBadRequest)
			return
		}
		withID(func(ctx context.Context, id int64) error { return f(ctx, id, cents) })(w, r)
	}
}

func answer(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, coupon.ErrSpent), errors.Is(err, lock.ErrBusy), errors.Is(err, order.ErrSoldOut), errors.Is(err, order.ErrClosed), errors.Is(err, payment.ErrTooMuch):
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		slog.ErrorContext(r.Context(), "request failed", "path", r.URL.Path, "err", err)
		http.Error(w, "failed", http.StatusInternalServerError)
	}
}
