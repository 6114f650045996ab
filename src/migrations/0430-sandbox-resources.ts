import { inSql } from "./in-sql.ts";

/** Plans, subscriptions and sent events of the simulated providers. */
export const migration = inSql([
  `create table "sandbox_resources" (
    "id" text not null primary key,
    "kind" text not null,
    "owner" text not null,
    "position" bigint not null,
    "document" text not null
  )`,
  `create index "sandbox_resources_by_owner" on "sandbox_resources" ("kind", "owner", "position")`,
]);
