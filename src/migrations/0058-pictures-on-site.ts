import { inSql } from "./in-sql.ts";

// The columns of `PictureFacts`; other columns, such as the progress of encoding, change no
// page.
export const migration = inSql([
  {
    sqlite: [
      `create trigger media_files_added_on_site after insert on media_files
        begin update site_version set version = version + 1; end`,
      `create trigger media_files_changed_on_site after update on media_files when (old.alt is distinct from new.alt or old.width is distinct from new.width or old.height is distinct from new.height or old.focal_x is distinct from new.focal_x or old.focal_y is distinct from new.focal_y or old.version is distinct from new.version or old.state is distinct from new.state or old.deleted_at is distinct from new.deleted_at)
        begin update site_version set version = version + 1; end`,
      `create trigger media_files_removed_on_site after delete on media_files
        begin update site_version set version = version + 1; end`,
    ],
    postgres: [
      `create constraint trigger media_files_added_on_site after insert on media_files
        deferrable initially deferred for each row
        execute function raise_site_version()`,
      `create constraint trigger media_files_changed_on_site after update on media_files
        deferrable initially deferred for each row when (old.alt is distinct from new.alt or old.width is distinct from new.width or old.height is distinct from new.height or old.focal_x is distinct from new.focal_x or old.focal_y is distinct from new.focal_y or old.version is distinct from new.version or old.state is distinct from new.state or old.deleted_at is distinct from new.deleted_at)
        execute function raise_site_version()`,
      `create constraint trigger media_files_removed_on_site after delete on media_files
        deferrable initially deferred for each row
        execute function raise_site_version()`,
    ],
  },
]);
