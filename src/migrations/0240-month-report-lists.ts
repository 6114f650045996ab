import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "month_report_lists" (
    "report_id" text not null references "month_reports" ("id") on delete cascade,
    "kind" text not null check (kind in ('searches', 'pages')),
    "figures_id" text not null,
    "source" text not null,
    "note" text not null,
    "lines" text not null,
    constraint "month_report_lists_of_report" primary key ("report_id", "kind")
  )`,
]);
