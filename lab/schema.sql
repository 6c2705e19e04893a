create table stock (item bigint primary key, qty int not null);
create table sales (item bigint not null);
create table coupons (code text primary key, uses int not null);
create table grants (customer bigint not null, code text not null);
create table orders (id bigint primary key, paid bool not null default false);
create table payments (order_id bigint not null, cents int not null);
create table accounts (id bigint primary key, cents int not null);
create table parcels (id bigint primary key, sent bool not null default false);
