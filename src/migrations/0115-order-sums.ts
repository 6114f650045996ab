import { inSql } from "./in-sql.ts";

// Drops an index that no query needs any more, because both of its queries now read the sums.
export const migration = inSql([
  `alter table "orders" add column "placed_day" text`,
  `alter table order_counter add column "time_zone" text not null default 'UTC'`,
  `alter table order_counter add column "dated_through" bigint not null default 0`,
  `alter table order_counter add column "to_date_through" bigint not null default 0`,
  `create table "order_sums" (
    "payment_status" text not null,
    "orders" bigint not null,
    "cents" bigint not null,
    "grain" text not null,
    "period" text not null,
    "package_name" text not null,
    "order_status" text not null,
    constraint "order_sums_cell" primary key ("grain", "period", "package_name", "payment_status", "order_status")
  )`,
  `create table "account_sums" (
    "payment_status" text not null,
    "orders" bigint not null,
    "cents" bigint not null,
    "account_id" text not null,
    constraint "account_sums_cell" primary key ("account_id", "payment_status")
  )`,
  `insert into order_sums
      (grain, period, package_name, payment_status, order_status, orders, cents)
    select 'ever', '', package_name, payment_status, order_status, count(*), sum(price_cents)
    from orders group by package_name, payment_status, order_status`,
  `insert into account_sums (account_id, payment_status, orders, cents)
    select account_id, payment_status, count(*), sum(price_cents)
    from orders group by account_id, payment_status`,
  {
    sqlite: [
      `create trigger orders_summed_when_placed after insert on orders
            begin
         insert into order_sums
           (grain, period, package_name, payment_status, order_status, orders, cents)
         select grain, period, new.package_name, new.payment_status, new.order_status,
           1, 1 * new.price_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(new.placed_day, 1, 7)
           union all select 'day', new.placed_day
         ) as stretches where period is not null
         on conflict (grain, period, package_name, payment_status, order_status) do update set
           orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
         insert into account_sums (account_id, payment_status, orders, cents)
         values (new.account_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
        end`,
      `create trigger orders_summed_when_changed after update of account_id, package_name, price_cents, payment_status, order_status, placed_day on orders
            begin
         insert into order_sums
           (grain, period, package_name, payment_status, order_status, orders, cents)
         select grain, period, old.package_name, old.payment_status, old.order_status,
           -1, -1 * old.price_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(old.placed_day, 1, 7)
           union all select 'day', old.placed_day
         ) as stretches where period is not null
         on conflict (grain, period, package_name, payment_status, order_status) do update set
           orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
         insert into account_sums (account_id, payment_status, orders, cents)
         values (old.account_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
      
         insert into order_sums
           (grain, period, package_name, payment_status, order_status, orders, cents)
         select grain, period, new.package_name, new.payment_status, new.order_status,
           1, 1 * new.price_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(new.placed_day, 1, 7)
           union all select 'day', new.placed_day
         ) as stretches where period is not null
         on conflict (grain, period, package_name, payment_status, order_status) do update set
           orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
         insert into account_sums (account_id, payment_status, orders, cents)
         values (new.account_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
        end`,
      `create trigger orders_summed_when_removed after delete on orders
            begin
         insert into order_sums
           (grain, period, package_name, payment_status, order_status, orders, cents)
         select grain, period, old.package_name, old.payment_status, old.order_status,
           -1, -1 * old.price_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(old.placed_day, 1, 7)
           union all select 'day', old.placed_day
         ) as stretches where period is not null
         on conflict (grain, period, package_name, payment_status, order_status) do update set
           orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
         insert into account_sums (account_id, payment_status, orders, cents)
         values (old.account_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
        end`,
    ],
    postgres: [
      `create function keep_order_sums() returns trigger language plpgsql as $$ begin
      
           perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
           if tg_op <> 'INSERT' then
         insert into order_sums
           (grain, period, package_name, payment_status, order_status, orders, cents)
         select grain, period, old.package_name, old.payment_status, old.order_status,
           -1, -1 * old.price_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(old.placed_day, 1, 7)
           union all select 'day', old.placed_day
         ) as stretches where period is not null
         on conflict (grain, period, package_name, payment_status, order_status) do update set
           orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
         insert into account_sums (account_id, payment_status, orders, cents)
         values (old.account_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
        end if;
           if tg_op <> 'DELETE' then
         insert into order_sums
           (grain, period, package_name, payment_status, order_status, orders, cents)
         select grain, period, new.package_name, new.payment_status, new.order_status,
           1, 1 * new.price_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(new.placed_day, 1, 7)
           union all select 'day', new.placed_day
         ) as stretches where period is not null
         on conflict (grain, period, package_name, payment_status, order_status) do update set
           orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
         insert into account_sums (account_id, payment_status, orders, cents)
         values (new.account_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
        end if;
           return null;
         end $$`,
      `create constraint trigger orders_summed
        after insert or delete or update of account_id, package_name, price_cents, payment_status, order_status, placed_day on orders
        deferrable initially deferred for each row execute function keep_order_sums()`,
    ],
  },
  `drop index "orders_paid"`,
]);
