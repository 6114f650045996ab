import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "alter table site_crawl_turns rename column next_at to free_at",
  "alter table site_crawl_parts rename column next_at to due_at",
  "alter table site_crawl_parts add column leased_until bigint not null default 0",
]);
