import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "site_version" ("version" bigint primary key, "raised_by" text not null)`,
  `insert into "site_version" ("version", "raised_by") values (1, '')`,
  {
    sqlite: [],
    postgres: [
      `create function raise_site_version() returns trigger language plpgsql as $$ begin
          update site_version set version = version + 1, raised_by = pg_current_xact_id()::text || ' ' || pg_postmaster_start_time()::text where raised_by <> pg_current_xact_id()::text || ' ' || pg_postmaster_start_time()::text;
          return null;
        end $$`,
    ],
  },
]);
