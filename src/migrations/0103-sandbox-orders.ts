import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "sandbox_orders" (
    "id" text not null primary key,
    "created_at" bigint not null,
    "capture_id" text,
    "document" text not null
  )`,
  `create index "sandbox_orders_by_created_at" on "sandbox_orders" ("created_at")`,
  `create index "sandbox_orders_by_capture_id" on "sandbox_orders" ("capture_id")`,
]);
