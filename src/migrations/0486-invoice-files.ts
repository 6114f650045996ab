import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "invoice_files" (
    "invoice_id" text not null primary key references "invoices" ("id"),
    "pdf_file_id" text references "private_files" ("id"),
    "ubl_file_id" text references "private_files" ("id"),
    "cii_file_id" text references "private_files" ("id"),
    "fault" text not null default '',
    "due_at" bigint,
    "leased_until" bigint not null default 0,
    "attempts" integer not null,
    constraint "invoice_files_are_whole" check (
      "due_at" is not null or "pdf_file_id" is not null
    )
  )`,
  `create index "invoice_files_due" on "invoice_files" ("due_at") where "due_at" is not null`,
  `create index "invoice_files_pdf" on "invoice_files" ("pdf_file_id")`,
  `create index "invoice_files_ubl" on "invoice_files" ("ubl_file_id")`,
  `create index "invoice_files_cii" on "invoice_files" ("cii_file_id")`,
  `insert into "invoice_files" ("invoice_id", "due_at", "attempts")
    select "id", "issued_at", 0 from "invoices"`,
  `alter table "mail_outbox" add column "attachments" text`,
]);
