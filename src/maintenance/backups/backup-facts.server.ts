import { sql } from "kysely";
import { z } from "zod";
import type { Database, Queries } from "#platform/database/database.ts";
import { StartError } from "#platform/errors.ts";
import { backupFactsTable } from "../copying/installation-tables.server.ts";

const factsSchema = z.object({
  format: z.literal(1),
  madeAt: z.number(),
  /** Secret that signs sessions and links in emails; null when the site has no secret yet. */
  secret: z.string().nullable(),
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
  totals: z.object({
    orders: z.number(),
    entries: z.number(),
    salesCents: z.number(),
    refundedCents: z.number(),
    netCents: z.number(),
  }),
});

/** Stored in a backup, so that a restore can verify that the backup is complete. */
export type BackupFacts = z.infer<typeof factsSchema>;

export async function writeBackupFacts(database: Database, facts: BackupFacts): Promise<void> {
  await database.write(async (tx) => {
    await sql`create table ${sql.table(backupFactsTable)} (facts text not null)`.execute(tx);
    await sql`insert into ${sql.table(backupFactsTable)} values (${JSON.stringify(facts)})`.execute(
      tx,
    );
  });
}

/**
 * Null for a plain copy of a database, such as the copy before an upgrade, which contains no facts.
 */
export async function readBackupFacts(queries: Queries): Promise<BackupFacts | null> {
  const tables = await queries.introspection.getTables();
  if (!tables.some(({ name }) => name === backupFactsTable)) return null;
  const { rows } = await sql<{ facts: string }>`select facts from ${sql.table(
    backupFactsTable,
  )}`.execute(queries);
  const { data } = z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(factsSchema)
    .safeParse(rows[0]?.facts);
  if (data !== undefined) return data;
  throw new StartError(
    "This version cannot read the backup. Restore it with the version that made it.",
  );
}

export async function removeBackupFacts(database: Database): Promise<void> {
  await database.write((tx) => sql`drop table ${sql.table(backupFactsTable)}`.execute(tx));
}
