import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "books" (
    "id" integer not null primary key check ("id" = 1),
    "accounts" text
  )`,
  `insert into "books" ("id") values (1)`,
  `create table "month_closings" (
    "id" text not null primary key,
    "month" text not null,
    "from_at" bigint not null,
    "until_at" bigint not null,
    "late_after" text not null,
    "closed_at" bigint not null,
    "closed_by" text not null,
    "snapshot" text not null,
    "hash" text not null,
    "reopened_at" bigint,
    "reopened_by" text,
    "reopening_reason" text,
    constraint "month_closings_reopened" check (
      ("reopened_at" is null) = ("reopened_by" is null)
      and ("reopened_at" is null) = ("reopening_reason" is null)
    )
  )`,
  `create unique index "month_closings_once" on "month_closings" ("month")
    where "reopened_at" is null`,
  `create table "month_entries" (
    "closing_id" text not null references "month_closings" ("id"),
    "entry_id" text not null references "payment_ledger" ("id"),
    constraint "month_entries_of_closing" primary key ("closing_id", "entry_id")
  )`,
  `create index "month_entries_of_entry" on "month_entries" ("entry_id")`,
  `create table "statement_files" (
    "id" text not null primary key,
    "family" text not null,
    "format" text not null check ("format" in ('paypal', 'stripe')),
    "name" text not null,
    "content_hash" text not null unique,
    "account" text not null,
    "row_count" integer not null,
    "known_count" integer not null,
    "state" text not null check ("state" in ('reading', 'read')),
    "from_at" bigint not null,
    "until_at" bigint not null,
    "uploaded_at" bigint not null,
    "author" text not null
  )`,
  `create index "statement_files_of_family" on "statement_files" ("family", "id")`,
  `create table "statement_rows" (
    "id" text not null primary key,
    "file_id" text not null references "statement_files" ("id"),
    "family" text not null,
    "row_key" text not null,
    "line" integer not null,
    "kind" text not null check ("kind" in ('money', 'fee', 'payout', 'neutral', 'unreadable')),
    "state" text not null check ("state" in (
      'matched', 'differs', 'unknown', 'doubled', 'fee', 'payout', 'neutral', 'unreadable'
    )),
    "at" bigint not null,
    "type" text not null,
    "gross_cents" bigint not null,
    "fee_cents" bigint not null,
    "net_cents" bigint not null,
    "currency" text not null,
    "transaction_id" text not null,
    "parent_id" text not null,
    "order_reference" text not null,
    "about" text not null,
    "fault" text not null,
    "is_open" integer not null check ("is_open" in (0, 1)),
    "entry_id" text references "payment_ledger" ("id"),
    "closing_id" text references "month_closings" ("id"),
    constraint "statement_rows_once" unique ("family", "row_key"),
    constraint "statement_rows_matched" check (
      ("entry_id" is not null) = ("state" in ('matched', 'differs'))
    )
  )`,
  `create index "statement_rows_of_file" on "statement_rows" ("file_id", "state", "line", "id")`,
  `create index "statement_rows_uncounted" on "statement_rows" ("at", "id")
    where "closing_id" is null`,
  `create unique index "statement_rows_of_entry" on "statement_rows" ("entry_id")
    where "entry_id" is not null`,
  `create index "statement_rows_open" on "statement_rows" ("at", "id") where "is_open" = 1`,
  `create index "statement_rows_of_closing" on "statement_rows" ("closing_id", "id")`,
  `create table "book_explanations" (
    "id" text not null primary key,
    "row_id" text unique references "statement_rows" ("id"),
    "entry_id" text unique references "payment_ledger" ("id"),
    "kind" text not null check ("kind" in ('not-of-this-shop', 'fee', 'payout', 'other')),
    "reason" text not null,
    "author" text not null,
    "at" bigint not null,
    constraint "book_explanations_of_one" check (("row_id" is null) <> ("entry_id" is null))
  )`,
  // The month page reads the entries of a month.
  `create index "payment_ledger_by_time" on "payment_ledger" ("at", "id")`,
  {
    sqlite: [
      `create trigger "month_closings_stay" before update of
        "id", "month", "from_at", "until_at", "late_after", "closed_at", "closed_by", "snapshot", "hash" on "month_closings"
        begin select raise(abort, 'A closed month stays as it was closed.'); end`,
      `create trigger "month_closings_no_delete" before delete on "month_closings"
        begin select raise(abort, 'A closed month stays as it was closed.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_month_closings"() returns trigger language plpgsql
        as $$ begin raise exception 'A closed month stays as it was closed.'; end $$`,
      `create trigger "month_closings_stay" before update of
        "id", "month", "from_at", "until_at", "late_after", "closed_at", "closed_by", "snapshot", "hash" on "month_closings"
        for each row execute function "refuse_change_of_month_closings"()`,
      `create trigger "month_closings_no_delete" before delete or truncate on "month_closings"
        for each statement execute function "refuse_change_of_month_closings"()`,
    ],
  },
]);
