import { inSql } from "./in-sql.ts";

// A setting changes a cached page: the page after subscribing says whether a confirmation
// email was sent.
export const migration = inSql([
  `create table "settings" (
    "name" text not null primary key,
    "value" text not null,
    "revision" bigint not null,
    "changed_by" text not null,
    "changed_at" bigint not null
  )`,
  {
    sqlite: [
      `create trigger settings_added_on_site after insert on settings
        begin update site_version set version = version + 1; end`,
      `create trigger settings_changed_on_site after update on settings when (old.value is distinct from new.value)
        begin update site_version set version = version + 1; end`,
      `create trigger settings_removed_on_site after delete on settings
        begin update site_version set version = version + 1; end`,
    ],
    postgres: [
      `create constraint trigger settings_added_on_site after insert on settings
        deferrable initially deferred for each row
        execute function raise_site_version()`,
      `create constraint trigger settings_changed_on_site after update on settings
        deferrable initially deferred for each row when (old.value is distinct from new.value)
        execute function raise_site_version()`,
      `create constraint trigger settings_removed_on_site after delete on settings
        deferrable initially deferred for each row
        execute function raise_site_version()`,
    ],
  },
]);
