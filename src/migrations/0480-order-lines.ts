import { inSql } from "./in-sql.ts";

const entries = `"id", "order_id", "kind", "amount_cents", "currency", "provider", "transaction_id",
  "parent_transaction_id", "notification_id", "author", "at", "reference", "recorded_at"`;
const kinds = `kind in ('payment', 'refund', 'reversal', 'reversal-cancelled', 'cancellation',
  'nothing-due')`;
const hasTransaction = `(kind in ('cancellation', 'nothing-due')) = (provider is null)
  and (provider is null) = (transaction_id is null)`;
const sign = `case kind when 'cancellation' then amount_cents = 0
  when 'nothing-due' then amount_cents = 0
  when 'payment' then amount_cents > 0
  when 'reversal-cancelled' then amount_cents > 0
  else amount_cents < 0 end`;

// SQLite changes no constraint of a column, so the ledger is copied, and the price of an order is
// moved to another column.
export const migration = inSql([
  `create table "order_lines" (
    "order_id" text not null references "orders" ("id"),
    "position" integer not null check ("position" >= 1),
    "kind" text not null check ("kind" in ('plan', 'add-on', 'text', 'discount', 'coupon')),
    "label" text not null,
    "quantity" integer not null check ("quantity" >= 1),
    "unit_cents" bigint not null,
    "repeats" integer not null check ("repeats" in (0, 1)),
    "add_on_id" text,
    "coupon_id" text,
    constraint "order_lines_of_order" primary key ("order_id", "position"),
    constraint "order_lines_sign" check (
      case when "kind" in ('discount', 'coupon') then "unit_cents" <= 0 else "unit_cents" >= 0 end
    )
  )`,
  {
    sqlite: [
      `create trigger "order_lines_no_update" before update on "order_lines"
        begin select raise(abort, 'Rows of order_lines are only ever added.'); end`,
      `create trigger "order_lines_no_delete" before delete on "order_lines"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1))
        begin select raise(abort, 'Rows of order_lines are only ever added.'); end`,
      `create trigger "order_lines_no_replacement" before insert on "order_lines"
        when exists (select 1 from "order_lines" where "rowid" = new."rowid")
          or exists (select 1 from "order_lines"
            where "order_id" = new."order_id" and "position" = new."position")
        begin select raise(abort, 'Rows of order_lines are only ever added.'); end`,
      "drop trigger orders_unsummed_when_changed",
      "drop index orders_by_amount",
      `alter table orders add column "sum_cents" bigint not null default 0
        check ("sum_cents" >= 0)`,
      "update orders set sum_cents = price_cents",
      "alter table orders drop column price_cents",
      "alter table orders rename column sum_cents to price_cents",
      `create trigger orders_unsummed_when_changed
      after update of package_name, price_cents, payment_status, order_status,
    placed_day, refunded_cents, net_cents on orders begin
        insert into unsummed_days (day)
      values (coalesce(old.placed_day, '')) on conflict (day) do nothing;
        insert into unsummed_days (day)
      values (coalesce(new.placed_day, '')) on conflict (day) do nothing;
      end`,
      `create index orders_by_amount on orders
        (price_cents, number, payment_status, order_status, in_review, package_name, assignee_id,
        placed_at)`,
      "alter table payment_ledger rename to former_ledger",
      `create table "payment_ledger" (
        "id" text not null primary key,
        "order_id" text not null references "orders" ("id"),
        "kind" text not null check (${kinds}),
        "amount_cents" bigint not null,
        "currency" text not null check (currency = 'USD'),
        "provider" text,
        "transaction_id" text,
        "parent_transaction_id" text,
        "notification_id" text references "payment_notifications" ("id"),
        "author" text not null,
        "at" bigint not null,
        "reference" text
          check ((reference is not null) = (provider is not null and provider = 'outside')),
        "recorded_at" bigint,
        constraint "payment_ledger_once" unique ("provider", "transaction_id", "kind"),
        constraint "payment_ledger_has_a_transaction" check (${hasTransaction}),
        constraint "payment_ledger_sign" check (${sign})
      )`,
      `insert into payment_ledger (${entries}) select ${entries} from former_ledger`,
      "drop table former_ledger",
      `create index "payment_ledger_of_order" on "payment_ledger" ("order_id")`,
      `create index payment_ledger_payments on payment_ledger (id) where kind = 'payment'`,
      `create index payment_ledger_by_transaction on payment_ledger (transaction_id, id)
        where kind = 'payment'`,
      `create trigger "payment_ledger_no_update" before update on "payment_ledger"
        begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
      `create trigger "payment_ledger_no_delete" before delete on "payment_ledger"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1))
        begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
      `create trigger "payment_ledger_no_replacement" before insert on "payment_ledger"
        when exists (select 1 from "payment_ledger" where "id" = new."id")
          or exists (select 1 from "payment_ledger" where "rowid" = new."rowid")
          or exists (select 1 from "payment_ledger" where "provider" = new."provider"
            and "transaction_id" = new."transaction_id" and "kind" = new."kind")
        begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
      `create trigger payment_ledger_summed after insert on payment_ledger begin
        update orders set net_cents = net_cents + new.amount_cents,
          refunded_cents = refunded_cents
            - (case when new.kind in ('refund', 'reversal', 'reversal-cancelled')
              then new.amount_cents else 0 end) where id = new.order_id;
      end`,
    ],
    postgres: [
      `create function "refuse_change_of_order_lines"() returns trigger language plpgsql
        as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) then return old; end if;
          end if;
          raise exception 'Rows of order_lines are only ever added.';
        end $$`,
      `create trigger "order_lines_only_added_to" before update or delete on "order_lines"
        for each row execute function "refuse_change_of_order_lines"()`,
      `create trigger "order_lines_never_emptied" before truncate on "order_lines"
        for each statement execute function "refuse_change_of_order_lines"()`,
      `alter table orders drop constraint orders_price_cents_check,
        add constraint orders_price_cents_check check (price_cents >= 0)`,
      `alter table payment_ledger
        drop constraint payment_ledger_kind_check,
        drop constraint payment_ledger_has_a_transaction,
        drop constraint payment_ledger_sign,
        add constraint payment_ledger_kind_check check (${kinds}),
        add constraint payment_ledger_has_a_transaction check (${hasTransaction}),
        add constraint payment_ledger_sign check (${sign})`,
    ],
  },
  // An order has nothing to pay once.
  `create unique index payment_ledger_nothing_due on payment_ledger (order_id)
    where kind = 'nothing-due'`,
]);
