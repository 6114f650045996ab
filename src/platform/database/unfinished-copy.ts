import type { Kysely } from "kysely";
import { StartError } from "../errors.ts";

/** Stands in a database for as long as a site is being carried into it. */
export const unfinishedCopyTable = "furrow_unfinished_copy";

/** Throws a StartError for a database into which a site was carried only in part. */
export async function refuseUnfinishedCopy<Schema>(db: Kysely<Schema>): Promise<void> {
  if (!(await isUnfinishedCopy(db))) return;
  throw new StartError(
    "A site was being carried into this database, and not all of it is there. Run the same command again (move-database or restore), which goes on where it ended.",
  );
}

export async function isUnfinishedCopy<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === unfinishedCopyTable);
}
