import { inSql } from "./in-sql.ts";

// Compares bytes, whatever the database's collation, so that the index finds prefixes.
export const migration = inSql([
  `create table "account_profiles" (
    "account_id" text not null primary key,
    "customer_name" text not null,
    "customer_address" text not null,
    "customer_country" text not null,
    "customer_website" text not null,
    "name_key" text not null,
    "updated_at" bigint not null
  )`,
  {
    sqlite: [
      `create index account_profiles_by_name
        on account_profiles (name_key, account_id)`,
    ],
    postgres: [
      `create index account_profiles_by_name
        on account_profiles (name_key collate "C", account_id)`,
    ],
  },
]);
