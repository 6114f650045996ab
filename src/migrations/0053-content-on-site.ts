import { inSql } from "./in-sql.ts";

export const migration = inSql([
  {
    sqlite: [
      `create trigger content_records_added_on_site after insert on content_records
        begin update site_version set version = version + 1; end`,
      `create trigger content_records_changed_on_site after update on content_records when (old.block is distinct from new.block or old.position is distinct from new.position or old.field_values is distinct from new.field_values or old.published_at is distinct from new.published_at or old.deleted_at is distinct from new.deleted_at)
        begin update site_version set version = version + 1; end`,
      `create trigger content_records_removed_on_site after delete on content_records
        begin update site_version set version = version + 1; end`,
    ],
    postgres: [
      `create constraint trigger content_records_added_on_site after insert on content_records
        deferrable initially deferred for each row
        execute function raise_site_version()`,
      `create constraint trigger content_records_changed_on_site after update on content_records
        deferrable initially deferred for each row when (old.block is distinct from new.block or old.position is distinct from new.position or old.field_values is distinct from new.field_values or old.published_at is distinct from new.published_at or old.deleted_at is distinct from new.deleted_at)
        execute function raise_site_version()`,
      `create constraint trigger content_records_removed_on_site after delete on content_records
        deferrable initially deferred for each row
        execute function raise_site_version()`,
    ],
  },
]);
