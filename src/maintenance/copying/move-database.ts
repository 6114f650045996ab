import { sql } from "kysely";
import type { Database, Queries } from "../../platform/database/database.ts";
import { inSnapshot } from "../../platform/database/snapshot.ts";
import { StartError } from "../../platform/errors.ts";
import {
  type CarriedOver,
  type CarryOptions,
  carryOver,
  finishCarrying,
} from "./carry-over.server.ts";

export interface MoveOptions extends Omit<CarryOptions, "source"> {
  /** Of SQLite; nothing but `read` is used of it. */
  readonly source: Database;
}

/**
 * Carries a stopped installation over to PostgreSQL and leaves its source as it is. Killed half-way,
 * it goes on at the next call. Throws a StartError also when somebody wrote to the source meanwhile:
 * what they wrote would be lost.
 */
export async function moveDatabase({ source, ...options }: MoveOptions): Promise<CarriedOver> {
  const before = await dataVersion(source.read);
  const carried = await inSnapshot(source, (queries) => carryOver({ ...options, source: queries }));
  if ((await dataVersion(source.read)) !== before) {
    throw new StartError(
      "The site was still running and has changed. Stop it and run the same command again to copy the changes.",
    );
  }
  await finishCarrying(options.target);
  return carried;
}

/** Another number whenever another connection has committed something. */
async function dataVersion(sqlite: Queries): Promise<number | undefined> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(sqlite);
  return rows[0]?.data_version;
}
