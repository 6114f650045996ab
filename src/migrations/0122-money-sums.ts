import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table orders add column "refunded_cents" bigint not null default 0`,
  `alter table orders add column "net_cents" bigint not null default 0`,
  `create table "money_sums" (
    "refunded_cents" bigint not null,
    "net_cents" bigint not null,
    "grain" text not null,
    "period" text not null,
    constraint "money_sums_cell" primary key ("grain", "period")
  )`,
  `create table "account_money_sums" (
    "refunded_cents" bigint not null,
    "net_cents" bigint not null,
    "account_id" text not null primary key
  )`,
  `update orders set
    refunded_cents = coalesce((select -sum(case when payment_ledger.kind in ('refund', 'reversal', 'reversal-cancelled')
    then payment_ledger.amount_cents else 0 end)
      from payment_ledger where order_id = orders.id), 0),
    net_cents = coalesce((select sum(amount_cents)
      from payment_ledger where order_id = orders.id), 0)
    where id in (select order_id from payment_ledger)`,
  `insert into money_sums (grain, period, refunded_cents, net_cents)
    select 'ever', period, sum(refunded_cents), sum(net_cents)
    from (select '' as period, refunded_cents, net_cents from orders) as dated
    where period is not null group by period`,
  `insert into money_sums (grain, period, refunded_cents, net_cents)
    select 'month', period, sum(refunded_cents), sum(net_cents)
    from (select substr(placed_day, 1, 7) as period, refunded_cents, net_cents from orders) as dated
    where period is not null group by period`,
  `insert into money_sums (grain, period, refunded_cents, net_cents)
    select 'day', period, sum(refunded_cents), sum(net_cents)
    from (select placed_day as period, refunded_cents, net_cents from orders) as dated
    where period is not null group by period`,
  `insert into account_money_sums (account_id, refunded_cents, net_cents)
    select account_id, sum(refunded_cents), sum(net_cents) from orders group by account_id`,
  {
    sqlite: [
      `create trigger payment_ledger_summed after insert on payment_ledger begin update orders set net_cents = net_cents + new.amount_cents,
        refunded_cents = refunded_cents - (case when new.kind in ('refund', 'reversal', 'reversal-cancelled')
          then new.amount_cents else 0 end) where id = new.order_id; end`,
      `create trigger orders_money_added after insert on orders when (new.net_cents <> 0 or new.refunded_cents <> 0)
               begin
         insert into money_sums (grain, period, refunded_cents, net_cents)
         select grain, period, 1 * new.refunded_cents, 1 * new.net_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(new.placed_day, 1, 7)
           union all select 'day', new.placed_day
         ) as stretches where period is not null
         on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = money_sums.net_cents + excluded.net_cents;
         insert into account_money_sums (account_id, refunded_cents, net_cents)
         values (new.account_id, 1 * new.refunded_cents, 1 * new.net_cents)
         on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = account_money_sums.net_cents + excluded.net_cents;
        end`,
      `create trigger orders_money_changed after update of account_id, placed_day, refunded_cents, net_cents on orders when ((old.net_cents <> 0 or old.refunded_cents <> 0) or (new.net_cents <> 0 or new.refunded_cents <> 0))
               begin
         insert into money_sums (grain, period, refunded_cents, net_cents)
         select grain, period, -1 * old.refunded_cents, -1 * old.net_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(old.placed_day, 1, 7)
           union all select 'day', old.placed_day
         ) as stretches where period is not null
         on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = money_sums.net_cents + excluded.net_cents;
         insert into account_money_sums (account_id, refunded_cents, net_cents)
         values (old.account_id, -1 * old.refunded_cents, -1 * old.net_cents)
         on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = account_money_sums.net_cents + excluded.net_cents;
      
         insert into money_sums (grain, period, refunded_cents, net_cents)
         select grain, period, 1 * new.refunded_cents, 1 * new.net_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(new.placed_day, 1, 7)
           union all select 'day', new.placed_day
         ) as stretches where period is not null
         on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = money_sums.net_cents + excluded.net_cents;
         insert into account_money_sums (account_id, refunded_cents, net_cents)
         values (new.account_id, 1 * new.refunded_cents, 1 * new.net_cents)
         on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = account_money_sums.net_cents + excluded.net_cents;
        end`,
      `create trigger orders_money_removed after delete on orders when (old.net_cents <> 0 or old.refunded_cents <> 0)
               begin
         insert into money_sums (grain, period, refunded_cents, net_cents)
         select grain, period, -1 * old.refunded_cents, -1 * old.net_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(old.placed_day, 1, 7)
           union all select 'day', old.placed_day
         ) as stretches where period is not null
         on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = money_sums.net_cents + excluded.net_cents;
         insert into account_money_sums (account_id, refunded_cents, net_cents)
         values (old.account_id, -1 * old.refunded_cents, -1 * old.net_cents)
         on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = account_money_sums.net_cents + excluded.net_cents;
        end`,
    ],
    postgres: [
      `create function keep_order_money() returns trigger language plpgsql as $$
            begin update orders set net_cents = net_cents + new.amount_cents,
        refunded_cents = refunded_cents - (case when new.kind in ('refund', 'reversal', 'reversal-cancelled')
          then new.amount_cents else 0 end) where id = new.order_id; return null; end $$`,
      `create trigger payment_ledger_summed after insert on payment_ledger
        for each row execute function keep_order_money()`,
      `create function keep_money_added() returns trigger language plpgsql as $$ begin
      
            perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
      
        insert into money_sums (grain, period, refunded_cents, net_cents)
        select grain, period, 1 * new.refunded_cents, 1 * new.net_cents
        from (
          select 'ever' as grain, '' as period
          union all select 'month', substr(new.placed_day, 1, 7)
          union all select 'day', new.placed_day
        ) as stretches where period is not null
        on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = money_sums.net_cents + excluded.net_cents;
        insert into account_money_sums (account_id, refunded_cents, net_cents)
        values (new.account_id, 1 * new.refunded_cents, 1 * new.net_cents)
        on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = account_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
      `create constraint trigger orders_money_added after insert on orders
        deferrable initially deferred for each row when ((new.net_cents <> 0 or new.refunded_cents <> 0))
        execute function keep_money_added()`,
      `create function keep_money_changed() returns trigger language plpgsql as $$ begin
      
            perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
      
        insert into money_sums (grain, period, refunded_cents, net_cents)
        select grain, period, -1 * old.refunded_cents, -1 * old.net_cents
        from (
          select 'ever' as grain, '' as period
          union all select 'month', substr(old.placed_day, 1, 7)
          union all select 'day', old.placed_day
        ) as stretches where period is not null
        on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = money_sums.net_cents + excluded.net_cents;
        insert into account_money_sums (account_id, refunded_cents, net_cents)
        values (old.account_id, -1 * old.refunded_cents, -1 * old.net_cents)
        on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = account_money_sums.net_cents + excluded.net_cents;
      
        insert into money_sums (grain, period, refunded_cents, net_cents)
        select grain, period, 1 * new.refunded_cents, 1 * new.net_cents
        from (
          select 'ever' as grain, '' as period
          union all select 'month', substr(new.placed_day, 1, 7)
          union all select 'day', new.placed_day
        ) as stretches where period is not null
        on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = money_sums.net_cents + excluded.net_cents;
        insert into account_money_sums (account_id, refunded_cents, net_cents)
        values (new.account_id, 1 * new.refunded_cents, 1 * new.net_cents)
        on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = account_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
      `create constraint trigger orders_money_changed after update of account_id, placed_day, refunded_cents, net_cents on orders
        deferrable initially deferred for each row when (((old.net_cents <> 0 or old.refunded_cents <> 0) or (new.net_cents <> 0 or new.refunded_cents <> 0)))
        execute function keep_money_changed()`,
      `create function keep_money_removed() returns trigger language plpgsql as $$ begin
      
            perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
      
        insert into money_sums (grain, period, refunded_cents, net_cents)
        select grain, period, -1 * old.refunded_cents, -1 * old.net_cents
        from (
          select 'ever' as grain, '' as period
          union all select 'month', substr(old.placed_day, 1, 7)
          union all select 'day', old.placed_day
        ) as stretches where period is not null
        on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = money_sums.net_cents + excluded.net_cents;
        insert into account_money_sums (account_id, refunded_cents, net_cents)
        values (old.account_id, -1 * old.refunded_cents, -1 * old.net_cents)
        on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = account_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
      `create constraint trigger orders_money_removed after delete on orders
        deferrable initially deferred for each row when ((old.net_cents <> 0 or old.refunded_cents <> 0))
        execute function keep_money_removed()`,
    ],
  },
]);
