import { inSql } from "./in-sql.ts";

const shown =
  "old.address is distinct from new.address or old.path is distinct from new.path or old.title is distinct from new.title or old.summary is distinct from new.summary or old.picture is distinct from new.picture or old.author is distinct from new.author or old.day is distinct from new.day or old.no_index is distinct from new.no_index or old.minutes is distinct from new.minutes or old.published_at is distinct from new.published_at or old.updated_at is distinct from new.updated_at";
const isShown = `((old.address is not null or new.address is not null) and (${shown}))`;

export const migration = inSql([
  `create table "site_pages" (
    "record_id" text primary key,
    "block" text not null,
    "address" text unique,
    "wanted_address" text,
    "draft_address" text,
    "path" text not null,
    "title" text not null,
    "summary" text not null,
    "picture" text not null,
    "author" text not null,
    "day" text not null,
    "no_index" bigint not null,
    "minutes" bigint not null,
    "published_at" bigint,
    "updated_at" bigint not null
  )`,
  `create index "site_pages_by_day" on "site_pages" ("block", "day", "published_at", "record_id")`,
  `create index "site_pages_by_draft_address" on "site_pages" ("draft_address")`,
  `create index "site_pages_by_wanted_address" on "site_pages" ("wanted_address")`,
  `create index "site_pages_to_settle" on "site_pages" ("record_id")
    where "address" is distinct from "wanted_address"`,
  `create table "site_page_topics" (
    "record_id" text not null,
    "topic" text not null,
    "slug" text not null,
    constraint "site_page_topics_once" primary key ("record_id", "slug")
  )`,
  `create index "site_page_topics_by_slug" on "site_page_topics" ("slug", "record_id")`,
  {
    sqlite: [
      `create trigger site_pages_added_on_site after insert on site_pages when (new.address is not null)
        begin update site_version set version = version + 1; end`,
      `create trigger site_pages_changed_on_site after update on site_pages when ${isShown}
        begin update site_version set version = version + 1; end`,
      `create trigger site_pages_removed_on_site after delete on site_pages when (old.address is not null)
        begin update site_version set version = version + 1; end`,
      `create trigger site_page_topics_added_on_site after insert on site_page_topics
        begin update site_version set version = version + 1; end`,
      `create trigger site_page_topics_removed_on_site after delete on site_page_topics
        begin update site_version set version = version + 1; end`,
    ],
    postgres: [
      `create constraint trigger site_pages_added_on_site after insert on site_pages
        deferrable initially deferred for each row when (new.address is not null)
        execute function raise_site_version()`,
      `create constraint trigger site_pages_changed_on_site after update on site_pages
        deferrable initially deferred for each row when (${isShown})
        execute function raise_site_version()`,
      `create constraint trigger site_pages_removed_on_site after delete on site_pages
        deferrable initially deferred for each row when (old.address is not null)
        execute function raise_site_version()`,
      `create constraint trigger site_page_topics_added_on_site after insert on site_page_topics
        deferrable initially deferred for each row
        execute function raise_site_version()`,
      `create constraint trigger site_page_topics_removed_on_site after delete on site_page_topics
        deferrable initially deferred for each row
        execute function raise_site_version()`,
    ],
  },
]);
