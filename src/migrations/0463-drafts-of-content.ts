import { inSql } from "./in-sql.ts";

const index = `create index "content_records_drafted" on "content_records" ("block", "position", "id")
    where ("draft_values" is not null or "draft_position" is not null)`;

// Without this index the list of drafts reads every record, and with it the texts of all articles.
export const migration = inSql([
  {
    sqlite: [index],
    // An earlier migration of the same transaction may have changed records, and PostgreSQL makes no
    // index while triggers for these changes wait for the end of the transaction.
    postgres: ["set constraints all immediate", index, "set constraints all deferred"],
  },
]);
