import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "orders" add column "is_demonstration" bigint default 0 not null check (is_demonstration in (0, 1))`,
  `create index orders_demonstration on orders (number)
    where is_demonstration = 1`,
  {
    sqlite: [
      `create trigger orders_mark_stays before update of is_demonstration on orders
        when new.is_demonstration <> old.is_demonstration begin select raise(abort, 'The mark of a demonstration order never changes.'); end`,
      `drop trigger "payment_ledger_no_delete"`,
      `create trigger "payment_ledger_no_delete" before delete on "payment_ledger"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
      `drop trigger "order_events_no_delete"`,
      `create trigger "order_events_no_delete" before delete on "order_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of order_events are only ever added.'); end`,
      `drop trigger "order_points_no_delete"`,
      `create trigger "order_points_no_delete" before delete on "order_points"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of order_points are only ever added.'); end`,
      `drop trigger "order_deliveries_no_delete"`,
      `create trigger "order_deliveries_no_delete" before delete on "order_deliveries"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of order_deliveries are only ever added.'); end`,
      `drop trigger "order_delivery_points_no_delete"`,
      `create trigger "order_delivery_points_no_delete" before delete on "order_delivery_points"
        when not (exists (select 1 from orders where id = (select order_id from order_deliveries where id = old.delivery_id) and is_demonstration = 1)) begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
      `drop trigger "order_review_events_no_delete"`,
      `create trigger "order_review_events_no_delete" before delete on "order_review_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `drop trigger "order_brief_events_no_delete"`,
      `create trigger "order_brief_events_no_delete" before delete on "order_brief_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of order_brief_events are only ever added.'); end`,
      `drop trigger "order_question_events_no_delete"`,
      `create trigger "order_question_events_no_delete" before delete on "order_question_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1)) begin select raise(abort, 'Rows of order_question_events are only ever added.'); end`,
      `drop trigger orders_summed_when_placed`,
      `drop trigger orders_summed_when_changed`,
      `drop trigger orders_summed_when_removed`,
      `drop trigger orders_money_added`,
      `drop trigger orders_money_changed`,
      `drop trigger orders_money_removed`,
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
         insert into account_sums (account_id, payment_status, orders, cents)
         values (new.account_id, new.payment_status, 1, 1 * new.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
        end`,
      `create trigger orders_summed_when_changed after update of account_id, package_name, price_cents, payment_status, order_status, placed_day on orders
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
         insert into account_sums (account_id, payment_status, orders, cents)
         values (old.account_id, old.payment_status, -1, -1 * old.price_cents)
         on conflict (account_id, payment_status) do update set
           orders = account_sums.orders + excluded.orders,
           cents = account_sums.cents + excluded.cents;
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
         insert into account_money_sums (account_id, refunded_cents, net_cents)
         values (new.account_id, 1 * new.refunded_cents, 1 * new.net_cents)
         on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = account_money_sums.net_cents + excluded.net_cents;
        end`,
      `create trigger orders_money_changed after update of account_id, placed_day, refunded_cents, net_cents on orders when ((old.net_cents <> 0 or old.refunded_cents <> 0) or (new.net_cents <> 0 or new.refunded_cents <> 0)) and old.is_demonstration = 0
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
         insert into account_money_sums (account_id, refunded_cents, net_cents)
         values (old.account_id, -1 * old.refunded_cents, -1 * old.net_cents)
         on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
           net_cents = account_money_sums.net_cents + excluded.net_cents;
        end`,
    ],
    postgres: [
      `create function refuse_change_of_mark() returns trigger language plpgsql
        as $$ begin raise exception 'The mark of a demonstration order never changes.'; end $$`,
      `create trigger orders_mark_stays before update of is_demonstration on orders
        for each row when (new.is_demonstration <> old.is_demonstration) execute function refuse_change_of_mark()`,
      `create or replace function "refuse_change_of_payment_ledger"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of payment_ledger are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_events are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_points"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_points are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_deliveries"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_deliveries are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_delivery_points"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = (select order_id from order_deliveries where id = old.delivery_id) and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_delivery_points are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_review_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_review_events are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_brief_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_brief_events are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_question_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_question_events are only ever added.';
        end $$`,
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
        insert into account_money_sums (account_id, refunded_cents, net_cents)
        values (new.account_id, 1 * new.refunded_cents, 1 * new.net_cents)
        on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = account_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
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
        insert into account_money_sums (account_id, refunded_cents, net_cents)
        values (old.account_id, -1 * old.refunded_cents, -1 * old.net_cents)
        on conflict (account_id) do update set refunded_cents = account_money_sums.refunded_cents + excluded.refunded_cents,
          net_cents = account_money_sums.net_cents + excluded.net_cents;
      
            return null;
          end $$`,
    ],
  },
]);
