import { resolve } from "node:path";
import type { LedgerReport } from "../maintenance/ledger-checks/check-ledger.ts";
import { StartError } from "../platform/errors.ts";
import { dollarsFromCents } from "../platform/money.ts";

/**
 * Path of a file or folder given to a command. npm runs a command in the program's folder and
 * passes the folder of the caller, to which relative paths refer.
 */
export function givenPath(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

/** The result of a ledger check as lines, with at most so many differences. */
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
 * Runs a command. An error ends with exit code 1 and a sentence; a stack trace is added unless the
 * cause is in files, databases or settings.
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
 * Errors of the system, of SQLite and of PostgreSQL have a code, as have unknown arguments. Node's
 * other codes are faults of the program.
 */
function isFromOutside(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  if (!(error instanceof Error) || typeof code !== "string") return false;
  return !/^ERR_(?!PARSE_ARGS_|SQLITE_)/.test(code);
}
