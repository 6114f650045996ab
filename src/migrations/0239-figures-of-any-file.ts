import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table order_figures rename to former_figures`,
  `create table "order_figures" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "file_name" text not null,
    "source" text not null,
    "first_day" text not null,
    "last_day" text not null,
    "query_clicks" bigint,
    "author" text not null,
    "created_at" bigint not null,
    constraint "order_figures_once_for_source" unique ("order_id", "source", "first_day", "last_day")
  )`,
  `insert into order_figures (id, order_id, file_name, source, first_day, last_day,
      query_clicks, author, created_at)
    select id, order_id, file_name, 'Search Console', first_day, last_day, query_clicks, author,
      created_at from former_figures`,
  `create table "order_figure_numbers" (
    "figures_id" text not null references "order_figures" ("id") on delete cascade,
    "position" bigint not null,
    "label" text not null,
    "value" text not null,
    "unit" text not null,
    constraint "order_figure_numbers_of_figures" primary key ("figures_id", "position")
  )`,
  `insert into order_figure_numbers (figures_id, position, label, value, unit)
    select id, 1, 'Clicks from Google Search', cast(clicks as text), '' from former_figures
    union all
    select id, 2, 'Shown in Google Search', cast(impressions as text), 'times' from former_figures
    union all
    select id, 3, 'Average position', position, '' from former_figures`,
  `create table "order_figure_lists" (
    "figures_id" text not null references "order_figures" ("id") on delete cascade,
    "kind" text not null check (kind in ('searches', 'pages')),
    "lines" text not null,
    constraint "order_figure_lists_of_figures" primary key ("figures_id", "kind")
  )`,
  `drop table former_figures`,
]);
