import { inSql } from "./in-sql.ts";

/**
 * A trigger notes the day of each changed order. On PostgreSQL it runs at the end of the
 * transaction, which then holds all of its other locks, so the advisory lock causes no deadlock. The
 * program takes the same lock before it stores the sums of a day: either it sees the changed order,
 * or the day is noted again after it.
 */
export const migration = inSql([
  {
    sqlite: [
      "drop trigger orders_summed_when_placed",
      "drop trigger orders_summed_when_changed",
      "drop trigger orders_summed_when_removed",
      "drop trigger orders_money_added",
      "drop trigger orders_money_changed",
      "drop trigger orders_money_removed",
    ],
    postgres: [
      "drop trigger orders_summed on orders",
      "drop trigger orders_money_added on orders",
      "drop trigger orders_money_changed on orders",
      "drop trigger orders_money_removed on orders",
      "drop function keep_order_sums()",
      "drop function keep_money_added()",
      "drop function keep_money_changed()",
      "drop function keep_money_removed()",
    ],
  },
  "drop table order_sums",
  "drop table company_sums",
  "drop table money_sums",
  "drop table company_money_sums",
  `create table sales_days (
    day text not null, package_name text not null, payment_status text not null,
    order_status text not null, orders bigint not null, cents bigint not null,
    refunded_cents bigint not null, net_cents bigint not null,
    primary key (day, package_name, payment_status, order_status))`,
  "create table unsummed_days (day text primary key not null)",
  `insert into unsummed_days (day)
    select distinct coalesce(placed_day, '') from orders where is_demonstration = 0`,
  "create index orders_by_day on orders ((coalesce(placed_day, '')))",
  {
    sqlite: [
      `create trigger orders_unsummed_when_placed after insert on orders begin
        insert into unsummed_days (day)
      values (coalesce(new.placed_day, '')) on conflict (day) do nothing;
      end`,
      `create trigger orders_unsummed_when_changed
      after update of package_name, price_cents, payment_status, order_status,
    placed_day, refunded_cents, net_cents on orders begin
        insert into unsummed_days (day)
      values (coalesce(old.placed_day, '')) on conflict (day) do nothing;
        insert into unsummed_days (day)
      values (coalesce(new.placed_day, '')) on conflict (day) do nothing;
      end`,
      `create trigger orders_unsummed_when_removed after delete on orders begin
        insert into unsummed_days (day)
      values (coalesce(old.placed_day, '')) on conflict (day) do nothing;
      end`,
    ],
    postgres: [
      `create function unsum_days() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock('sales_days'::regclass::oid::integer, 0);
        if tg_op <> 'INSERT' then
          insert into unsummed_days (day)
      values (coalesce(old.placed_day, '')) on conflict (day) do nothing;
        end if;
        if tg_op <> 'DELETE' then
          insert into unsummed_days (day)
      values (coalesce(new.placed_day, '')) on conflict (day) do nothing;
        end if;
        return null;
      end $$`,
      `create constraint trigger orders_unsummed
      after insert or delete or update of package_name, price_cents, payment_status, order_status,
    placed_day, refunded_cents, net_cents on orders
      deferrable initially deferred for each row execute function unsum_days()`,
    ],
  },
]);
