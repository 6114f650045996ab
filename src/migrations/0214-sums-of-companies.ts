import { inSql } from "./in-sql.ts";

export const migration = inSql([
  {
    sqlite: [
      `drop trigger orders_summed_when_placed`,
      `drop trigger orders_summed_when_changed`,
      `drop trigger orders_summed_when_removed`,
      `drop trigger orders_money_added`,
      `drop trigger orders_money_changed`,
      `drop trigger orders_money_removed`,
    ],
    postgres: [
      `drop trigger orders_summed on orders`,
      `drop trigger orders_money_added on orders`,
      `drop trigger orders_money_changed on orders`,
      `drop trigger orders_money_removed on orders`,
    ],
  },
  `alter table account_sums rename to company_sums`,
  `alter table company_sums rename column account_id to company_id`,
  `alter table account_money_sums rename to company_money_sums`,
  `alter table company_money_sums rename column account_id to company_id`,
  {
    sqlite: [
      `create trigger orders_summed_when_placed after insert on orders
           when new.is_demonstration = 0 begin
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
         insert into company_sums (company_id, payment_status, orders, cents)
         values (new.company_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (company_id, payment_status) do update set
           orders = company_sums.orders + excluded.orders,
           cents = company_sums.cents + excluded.cents;
        end`,
      `create trigger orders_summed_when_changed after update of company_id, package_name, price_cents, payment_status, order_status, placed_day on orders
           when new.is_demonstration = 0 begin
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
         insert into company_sums (company_id, payment_status, orders, cents)
         values (old.company_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (company_id, payment_status) do update set
           orders = company_sums.orders + excluded.orders,
           cents = company_sums.cents + excluded.cents;
      
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
         insert into company_sums (company_id, payment_status, orders, cents)
         values (new.company_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (company_id, payment_status) do update set
           orders = company_sums.orders + excluded.orders,
           cents = company_sums.cents + excluded.cents;
        end`,
      `create trigger orders_summed_when_removed after delete on orders
           when old.is_demonstration = 0 begin
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
         insert into company_sums (company_id, payment_status, orders, cents)
         values (old.company_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (company_id, payment_status) do update set
           orders = company_sums.orders + excluded.orders,
           cents = company_sums.cents + excluded.cents;
        end`,
      `create trigger orders_money_added after insert on orders when (new.net_cents <> 0 or new.refunded_cents <> 0) and new.is_demonstration = 0
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
         insert into company_money_sums (company_id, refunded_cents, net_cents)
         values (new.company_id, 1 * new.refunded_cents, 1 * new.net_cents)
         on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = company_money_sums.net_cents + excluded.net_cents;
        end`,
      `create trigger orders_money_changed after update of company_id, placed_day, refunded_cents, net_cents on orders when ((old.net_cents <> 0 or old.refunded_cents <> 0) or (new.net_cents <> 0 or new.refunded_cents <> 0)) and old.is_demonstration = 0
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
         insert into company_money_sums (company_id, refunded_cents, net_cents)
         values (old.company_id, -1 * old.refunded_cents, -1 * old.net_cents)
         on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = company_money_sums.net_cents + excluded.net_cents;
      
         insert into money_sums (grain, period, refunded_cents, net_cents)
         select grain, period, 1 * new.refunded_cents, 1 * new.net_cents
         from (
           select 'ever' as grain, '' as period
           union all select 'month', substr(new.placed_day, 1, 7)
           union all select 'day', new.placed_day
         ) as stretches where period is not null
         on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = money_sums.net_cents + excluded.net_cents;
         insert into company_money_sums (company_id, refunded_cents, net_cents)
         values (new.company_id, 1 * new.refunded_cents, 1 * new.net_cents)
         on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = company_money_sums.net_cents + excluded.net_cents;
        end`,
      `create trigger orders_money_removed after delete on orders when (old.net_cents <> 0 or old.refunded_cents <> 0) and old.is_demonstration = 0
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
         insert into company_money_sums (company_id, refunded_cents, net_cents)
         values (old.company_id, -1 * old.refunded_cents, -1 * old.net_cents)
         on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = company_money_sums.net_cents + excluded.net_cents;
        end`,
    ],
    postgres: [
      `create or replace function keep_order_sums() returns trigger language plpgsql as $$ begin
           if tg_op = 'DELETE' then
             if old.is_demonstration = 1 then return null; end if;
           elsif new.is_demonstration = 1 then return null; end if;
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
         insert into company_sums (company_id, payment_status, orders, cents)
         values (old.company_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (company_id, payment_status) do update set
           orders = company_sums.orders + excluded.orders,
           cents = company_sums.cents + excluded.cents;
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
         insert into company_sums (company_id, payment_status, orders, cents)
         values (new.company_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (company_id, payment_status) do update set
           orders = company_sums.orders + excluded.orders,
           cents = company_sums.cents + excluded.cents;
        end if;
           return null;
         end $$`,
      `create constraint trigger orders_summed
        after insert or delete or update of company_id, package_name, price_cents, payment_status, order_status, placed_day on orders
        deferrable initially deferred for each row execute function keep_order_sums()`,
      `create or replace function keep_money_added() returns trigger language plpgsql as $$ begin
            if tg_op = 'DELETE' then
            if old.is_demonstration = 1 then return null; end if;
          elsif new.is_demonstration = 1 then return null; end if;
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
        insert into company_money_sums (company_id, refunded_cents, net_cents)
        values (new.company_id, 1 * new.refunded_cents, 1 * new.net_cents)
        on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = company_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
      `create constraint trigger orders_money_added after insert on orders
        deferrable initially deferred for each row when ((new.net_cents <> 0 or new.refunded_cents <> 0))
        execute function keep_money_added()`,
      `create or replace function keep_money_changed() returns trigger language plpgsql as $$ begin
            if tg_op = 'DELETE' then
            if old.is_demonstration = 1 then return null; end if;
          elsif new.is_demonstration = 1 then return null; end if;
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
        insert into company_money_sums (company_id, refunded_cents, net_cents)
        values (old.company_id, -1 * old.refunded_cents, -1 * old.net_cents)
        on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = company_money_sums.net_cents + excluded.net_cents;
      
        insert into money_sums (grain, period, refunded_cents, net_cents)
        select grain, period, 1 * new.refunded_cents, 1 * new.net_cents
        from (
          select 'ever' as grain, '' as period
          union all select 'month', substr(new.placed_day, 1, 7)
          union all select 'day', new.placed_day
        ) as stretches where period is not null
        on conflict (grain, period) do update set refunded_cents = money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = money_sums.net_cents + excluded.net_cents;
        insert into company_money_sums (company_id, refunded_cents, net_cents)
        values (new.company_id, 1 * new.refunded_cents, 1 * new.net_cents)
        on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = company_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
      `create constraint trigger orders_money_changed after update of company_id, placed_day, refunded_cents, net_cents on orders
        deferrable initially deferred for each row when (((old.net_cents <> 0 or old.refunded_cents <> 0) or (new.net_cents <> 0 or new.refunded_cents <> 0)))
        execute function keep_money_changed()`,
      `create or replace function keep_money_removed() returns trigger language plpgsql as $$ begin
            if tg_op = 'DELETE' then
            if old.is_demonstration = 1 then return null; end if;
          elsif new.is_demonstration = 1 then return null; end if;
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
        insert into company_money_sums (company_id, refunded_cents, net_cents)
        values (old.company_id, -1 * old.refunded_cents, -1 * old.net_cents)
        on conflict (company_id) do update set refunded_cents = company_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = company_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
      `create constraint trigger orders_money_removed after delete on orders
        deferrable initially deferred for each row when ((old.net_cents <> 0 or old.refunded_cents <> 0))
        execute function keep_money_removed()`,
    ],
  },
]);
