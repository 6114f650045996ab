import { inSql } from "./in-sql.ts";

// Words with a common prefix are adjacent only in byte order, which prefix searches need.
export const migration = inSql([
  `create index "audit_log_by_time" on "audit_log" ("at", "id")`,
  {
    sqlite: [
      `create table "audit_words" (
        "word" text not null,
        "entry_id" text not null references "audit_log" ("id"),
        constraint "audit_words_of_entry" primary key ("word", "entry_id")
      )`,
      `create trigger "audit_words_no_update"
        before update on "audit_words"
        begin select raise(abort, 'Rows of audit_words are only ever added.'); end`,
      `create trigger "audit_words_no_delete"
        before delete on "audit_words"
        begin select raise(abort, 'Rows of audit_words are only ever added.'); end`,
      `create trigger "audit_log_no_replacement" before insert on "audit_log"
        when exists (select 1 from "audit_log" where "id" = new."id")
        begin select raise(abort, 'Rows of audit_log are only ever added.'); end`,
      `create trigger "audit_words_no_replacement" before insert on "audit_words"
        when exists (select 1 from "audit_words" where "word" = new."word" and "entry_id" = new."entry_id")
        begin select raise(abort, 'Rows of audit_words are only ever added.'); end`,
    ],
    postgres: [
      `create table "audit_words" (
        "word" text collate "C" not null,
        "entry_id" text not null references "audit_log" ("id"),
        constraint "audit_words_of_entry" primary key ("word", "entry_id")
      )`,
      `create function "refuse_change_of_audit_words"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of audit_words are only ever added.'; end $$`,
      `create trigger "audit_words_only_added_to"
        before update or delete on "audit_words" for each row execute function "refuse_change_of_audit_words"()`,
      `create trigger "audit_log_never_emptied" before truncate on "audit_log"
        for each statement execute function "refuse_change_of_audit_log"()`,
      `create trigger "audit_words_never_emptied" before truncate on "audit_words"
        for each statement execute function "refuse_change_of_audit_words"()`,
    ],
  },
]);
