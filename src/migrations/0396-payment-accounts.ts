import { inSql } from "./in-sql.ts";

// The accounts that are on decide where the forms of cached pages may lead, so they raise the site
// version.
export const migration = inSql([
  `create table "payment_accounts" (
    "id" text not null primary key,
    "kind" text not null,
    "mode" text not null,
    "way" text not null,
    "state" text not null,
    "credentials" text not null,
    "label" text not null,
    "webhook_id" text,
    "connected_at" bigint not null,
    "connected_by" text not null,
    "disconnected_at" bigint,
    "disconnected_by" text,
    "due_at" bigint,
    "leased_until" bigint not null default 0,
    "attempts" integer not null default 0
  )`,
  `create unique index "payment_accounts_on" on "payment_accounts" ("way", "mode")
    where "state" = 'on'`,
  `create unique index "payment_accounts_connecting" on "payment_accounts" ("way", "mode")
    where "state" = 'connecting'`,
  `create index "payment_accounts_due" on "payment_accounts" ("due_at") where "due_at" is not null`,
  `alter table "payment_attempts" add column "payment_account" text`,
  `create index "payment_attempts_by_account" on "payment_attempts" ("payment_account", "created_at")
    where "payment_account" is not null`,
  {
    sqlite: [
      `create trigger payment_accounts_added_on_site after insert on payment_accounts
        begin update site_version set version = version + 1; end`,
      `create trigger payment_accounts_changed_on_site after update on payment_accounts when (old.state is distinct from new.state or old.credentials is distinct from new.credentials)
        begin update site_version set version = version + 1; end`,
    ],
    postgres: [
      `create constraint trigger payment_accounts_added_on_site after insert on payment_accounts
        deferrable initially deferred for each row
        execute function raise_site_version()`,
      `create constraint trigger payment_accounts_changed_on_site after update on payment_accounts
        deferrable initially deferred for each row when (old.state is distinct from new.state or old.credentials is distinct from new.credentials)
        execute function raise_site_version()`,
    ],
  },
]);
