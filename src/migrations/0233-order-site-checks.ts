import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_site_checks" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "purpose" text not null check (purpose in ('before', 'after')),
    "crawl_id" text references "site_crawls" ("id"),
    "website" text not null,
    "reason" text not null,
    "author" text not null,
    "at" bigint not null
  )`,
  `create index "order_site_checks_of_order" on "order_site_checks" ("order_id", "id")`,
  `create index "order_site_checks_of_crawl" on "order_site_checks" ("crawl_id")`,
]);
