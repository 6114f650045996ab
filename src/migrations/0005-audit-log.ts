import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "audit_log" (
    "id" text not null primary key,
    "account_id" text not null,
    "author" text not null,
    "action" text not null,
    "subject" text not null,
    "subject_id" text not null,
    "label" text not null,
    "before_json" text not null,
    "after_json" text not null,
    "at" bigint not null
  )`,
  `create index "audit_log_of_subject" on "audit_log" ("subject", "subject_id", "id")`,
  {
    sqlite: [
      `create trigger "audit_log_no_update"
        before update on "audit_log"
        begin select raise(abort, 'Rows of audit_log are only ever added.'); end`,
      `create trigger "audit_log_no_delete"
        before delete on "audit_log"
        begin select raise(abort, 'Rows of audit_log are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_audit_log"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of audit_log are only ever added.'; end $$`,
      `create trigger "audit_log_only_added_to"
        before update or delete on "audit_log" for each row execute function "refuse_change_of_audit_log"()`,
    ],
  },
]);
