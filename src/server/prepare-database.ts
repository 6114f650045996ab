import { prepareAccountTables } from "../access/sessions/library-tables.server.ts";
import type { Database } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import { migrations } from "./migrations.ts";

/** Brings a database, empty or older, to what this version of the program works with. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database.libraryHandle, migrations);
  await prepareAccountTables(database);
}
