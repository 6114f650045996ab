import { inSql } from "./in-sql.ts";

// Covers the queries for the total of all sales and for the total of one customer.
export const migration = inSql([
  `create table "orders" (
    "id" text not null primary key,
    "number" bigint not null unique,
    "account_id" text not null,
    "customer_email" text not null,
    "customer_name" text not null,
    "customer_address" text not null,
    "customer_country" text not null,
    "customer_website" text not null,
    "package_id" text not null,
    "package_name" text not null,
    "price_cents" bigint not null check (price_cents > 0),
    "currency" text not null check (currency = 'USD'),
    "payment_status" text not null check (payment_status in ('UnPaid', 'Paid', 'Cancelled', 'Refunded')),
    "order_status" text not null check (order_status in ('Pending', 'Delivered')),
    "placed_at" bigint not null,
    "paid_at" bigint,
    constraint "orders_paid_have_a_time" check (payment_status <> 'Paid' or paid_at is not null)
  )`,
  `create index "orders_of_account" on "orders" ("account_id", "number")`,
  `create index orders_paid on orders (account_id, price_cents)
    where payment_status = 'Paid'`,
  `create table "order_counter" (
    "id" integer not null primary key check (id = 1),
    "last_number" bigint not null
  )`,
  `insert into "order_counter" ("id", "last_number") values (1, 0)`,
]);
