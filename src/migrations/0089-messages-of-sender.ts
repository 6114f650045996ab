import { inSql } from "./in-sql.ts";

export const migration = inSql([`create index messages_of_sender on messages (lower(email), id)`]);
