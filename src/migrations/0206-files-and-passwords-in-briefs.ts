import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "order_files" add column "question_id" text`,
  `alter table "order_passwords" add column "question_id" text`,
  `create unique index order_passwords_of_question
    on order_passwords (order_id, question_id)
    where question_id is not null`,
]);
