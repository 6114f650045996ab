import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "company_billing" (
    "company_id" text not null primary key,
    "company" text not null,
    "vat_number" text not null,
    "street" text not null,
    "postcode" text not null,
    "city" text not null,
    "country" text not null,
    "purchase_order" text not null,
    "email" text not null,
    "changed_at" bigint not null
  )`,
]);
