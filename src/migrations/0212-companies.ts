import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "companies" (
    "id" text not null primary key,
    "name" text not null,
    "created_at" bigint not null
  )`,
  `create table "company_people" (
    "account_id" text not null primary key,
    "company_id" text not null references "companies" ("id"),
    "orders" integer not null check ("orders" in (0, 1)),
    "payments" integer not null check ("payments" in (0, 1)),
    "may_order" integer not null check ("may_order" in (0, 1)),
    "people" integer not null check ("people" in (0, 1)),
    "invited_by" text,
    "since" bigint not null,
    "version" bigint default 1 not null,
    constraint "company_people_rights" check ((orders = 1 or payments = 1)
    and (people = 0 or (orders = 1 and payments = 1 and may_order = 1)))
  )`,
  `create index "company_people_of_company" on "company_people" ("company_id", "account_id")`,
  `create table "company_invitations" (
    "id" text not null primary key,
    "company_id" text not null references "companies" ("id"),
    "email" text not null,
    "email_key" text not null,
    "orders" integer not null check ("orders" in (0, 1)),
    "payments" integer not null check ("payments" in (0, 1)),
    "may_order" integer not null check ("may_order" in (0, 1)),
    "people" integer not null check ("people" in (0, 1)),
    "token_hash" text not null unique,
    "invited_by" text not null,
    "sent_at" bigint not null,
    "expires_at" bigint not null,
    constraint "company_invitations_once" unique ("company_id", "email_key"),
    constraint "company_invitations_rights" check ((orders = 1 or payments = 1)
    and (people = 0 or (orders = 1 and payments = 1 and may_order = 1)))
  )`,
  `create index "company_invitations_of_address" on "company_invitations" ("email_key")`,
]);
