import { existsSync } from "node:fs";
import type { Configuration } from "../platform/configuration.ts";
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
} from "../platform/database/database.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import {
  refuseEmptyFile,
  refuseUnfinishedCopy,
  tellingDamage,
} from "../platform/database/database-file.ts";
import { requireMigrated } from "../platform/database/migrations.ts";
import { StartError } from "../platform/errors.ts";
import { migrations } from "../server/migrations.ts";

/** Throws a StartError when there is no database yet. */
function existingAddress(configuration: Configuration): DatabaseAddress {
  const address = databaseAddress(configuration);
  if (address.engine === "postgres") return address;
  refuseEmptyFile(address.file);
  if (existsSync(address.file)) return address;
  throw new StartError(
    `There is no database at ${address.file}. Set DATA_DIR or DATABASE_URL as for the server.`,
  );
}

/**
 * Opens the database of a site, which may be running, for `work` and closes it. Throws a StartError
 * unless this version has migrated it.
 */
export async function withExistingDatabase<T>(
  configuration: Configuration,
  work: (database: Database, address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const address = existingAddress(configuration);
  const database = openDatabase(address);
  try {
    await refuseUnfinishedCopy(database.read);
    await requireMigrated(database.read, migrations);
    return await work(database, address);
  } catch (error) {
    throw address.engine === "sqlite" ? tellingDamage(address.file, error) : error;
  } finally {
    await database.close();
  }
}
