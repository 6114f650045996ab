// What `npm run check-ledger` runs, beside a running server or without one.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkLedger, type LedgerReport } from "./maintenance/check-ledger.ts";
import { migrations } from "./migrations.ts";
import type { Configuration } from "./platform/configuration.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import { StartError } from "./platform/errors.ts";
import { requireMigrated } from "./platform/migrations.ts";
import { dollarsFromCents } from "./platform/money.ts";
import { inSnapshot } from "./platform/snapshot.ts";
import { readSettings } from "./settings.ts";

try {
  const database = openExisting(readSettings());
  try {
    await requireMigrated(database.read, migrations);
    const report = await inSnapshot(database, checkLedger);
    print(report);
    process.exitCode = report.differences.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`The ledger could not be checked.\n${error.message}`);
  process.exitCode = 1;
}

/** Nothing but `read` is used of it, and that refuses to write. */
function openExisting({ databaseUrl, dataDirectory }: Configuration): Database {
  if (databaseUrl !== undefined) return openDatabase({ engine: "postgres", url: databaseUrl });
  const file = resolve(join(dataDirectory, "furrow.db"));
  if (!existsSync(file)) {
    throw new StartError(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL as for the server.`,
    );
  }
  return openDatabase({ engine: "sqlite", file });
}

function print({ orders, entries, differences, ...totals }: LedgerReport): void {
  console.log(`Orders checked: ${orders}, with entries in the ledger: ${entries}.`);
  const [sales, refunded, net] = [totals.salesCents, totals.refundedCents, totals.netCents];
  console.log(
    `Sales ${dollarsFromCents(sales)}, refunded ${dollarsFromCents(refunded)}, net ${dollarsFromCents(net)}.`,
  );
  for (const difference of differences) console.log(`✗ ${difference}`);
  console.log(
    differences.length === 0 ? "✓ Everything agrees." : `Differences: ${differences.length}.`,
  );
}
