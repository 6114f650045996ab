import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "payment_ledger" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "kind" text not null check (kind in ('payment', 'refund', 'reversal', 'reversal-cancelled', 'cancellation')),
    "amount_cents" bigint not null,
    "currency" text not null check (currency = 'USD'),
    "provider" text,
    "transaction_id" text,
    "parent_transaction_id" text,
    "notification_id" text references "payment_notifications" ("id"),
    "author" text not null,
    "at" bigint not null,
    constraint "payment_ledger_once" unique ("provider", "transaction_id", "kind"),
    constraint "payment_ledger_has_a_transaction" check ((kind = 'cancellation') = (provider is null)
    and (provider is null) = (transaction_id is null)),
    constraint "payment_ledger_sign" check (case kind when 'cancellation' then amount_cents = 0
    when 'payment' then amount_cents > 0
    when 'reversal-cancelled' then amount_cents > 0
    else amount_cents < 0 end)
  )`,
  `create index "payment_ledger_of_order" on "payment_ledger" ("order_id")`,
  {
    sqlite: [
      `create trigger "payment_ledger_no_update"
        before update on "payment_ledger"
        begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
      `create trigger "payment_ledger_no_delete"
        before delete on "payment_ledger"
        begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_payment_ledger"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of payment_ledger are only ever added.'; end $$`,
      `create trigger "payment_ledger_only_added_to"
        before update or delete on "payment_ledger" for each row execute function "refuse_change_of_payment_ledger"()`,
    ],
  },
]);
