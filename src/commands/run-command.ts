import { resolve } from "node:path";
import type { LedgerReport } from "../maintenance/ledger-checks/check-ledger.ts";
import { StartError } from "../platform/errors.ts";
import { dollarsFromCents } from "../platform/money.ts";

/**
 * A file or folder that an operator has named to a command. npm runs it in the program's folder and says
 * where it was called, which is where a relative name begins.
 */
export function givenPath(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

/** What a check of the ledger found, line by line, with so many of its differences. */
export function ledgerLines(
  { orders, entries, differences, ...totals }: LedgerReport,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const [sales, refunded, net] = [totals.salesCents, totals.refundedCents, totals.netCents].map(
    dollarsFromCents,
  );
  return [
    `Orders checked: ${orders}, with entries in the ledger: ${entries}.`,
    `Sales ${sales}, refunded ${refunded}, net ${net}.`,
    ...differences.slice(0, most).map((difference) => `✗ ${difference}`),
    ...(differences.length > most ? ["✗ … npm run check-ledger names all of them."] : []),
    differences.length === 0 ? "✓ Everything agrees." : `Differences: ${differences.length}.`,
  ];
}

/**
 * Runs what an operator has called. What goes wrong is said in words, and ends with 1; without a
 * stack where the cause lies in files, databases or settings.
 */
export async function runCommand(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartError || isFromOutside(error))) throw error;
    console.error(`${failure}\n${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * Errors of the system, of SQLite and of PostgreSQL carry a code, as do arguments that nobody knows. Node's
 * other codes are mistakes of the program.
 */
function isFromOutside(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  if (!(error instanceof Error) || typeof code !== "string") return false;
  return !/^ERR_(?!PARSE_ARGS_|SQLITE_)/.test(code);
}
