CREATE TABLE coupons (
	code      text PRIMARY KEY,
	uses_left integer NOT NULL
);

CREATE TABLE stock (
	product_id bigint PRIMARY KEY,
	qty        integer NOT NULL
);

CREATE TABLE deliveries (
	id         bigint PRIMARY KEY,
	product_id bigint NOT NULL REFERENCES stock,
	qty        integer NOT NULL
);

CREATE TABLE orders (
	id         bigserial PRIMARY KEY,
	user_id    bigint NOT NULL,
	product_id bigint NOT NULL REFERENCES stock,
	qty        integer NOT NULL,
	status     text NOT NULL,
	created    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE payments (
	id         bigserial PRIMARY KEY,
	order_id   bigint NOT NULL REFERENCES orders,
	authorised bigint NOT NULL,
	captured   bigint NOT NULL DEFAULT 0,
	refunded   bigint NOT NULL DEFAULT 0
);

CREATE TABLE invoices (
	number     bigint NOT NULL,
	payment_id bigint NOT NULL REFERENCES payments
);

CREATE TABLE reports (
	day    date NOT NULL,
	orders bigint NOT NULL
);
