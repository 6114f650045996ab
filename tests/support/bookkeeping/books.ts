import { boundsOf, type Month } from "#bookkeeping/months/month.ts";
import { activeClosings, scopeOf } from "#bookkeeping/months/month-entries.server.ts";
import { monthSums, openPoints } from "#bookkeeping/months/month-sums.server.ts";
import { providersWithStatements } from "#bookkeeping/statements/families.ts";
import { uploadStatement } from "#bookkeeping/statements/upload-statement.ts";
import type { AccountMovement } from "#payments/sandbox/statements/account-movement.ts";
import { feeOf } from "#payments/sandbox/statements/account-movement.ts";
import { sandboxMovements } from "#payments/sandbox/statements/sandbox-movements.server.ts";
import {
  type StatementForm,
  writeStatement,
} from "#payments/sandbox/statements/write-statement.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { parseHere } from "../parse-here.ts";
import type { Protocol, Told } from "../payments/protocols.ts";

export const accountant: Actor = {
  kind: "staff",
  role: "Accountant",
  accountId: "account-acc",
  email: "books@example.com",
};

export function booksOf(database: Database, clock: () => number, timeZone = "UTC") {
  const deps = { database, clock, parse: parseHere, readTimeZone: async () => timeZone };
  return {
    ...deps,
    upload: (csv: string, more: object = {}) =>
      uploadStatement(deps, accountant, {
        name: "statement.csv",
        bytes: new TextEncoder().encode(csv),
        ...more,
      }),
    states: async () =>
      database.read
        .selectFrom("statement_rows")
        .select(["state", "fault", "transaction_id", "is_open", "row_key"])
        .orderBy("at")
        .orderBy("line")
        .execute(),
    async month(month: Month) {
      const scope = scopeOf(month, await activeClosings(database.read), timeZone);
      const points = await openPoints(database.read, scope);
      return { points, sums: await monthSums(database.read, month, scope), scope };
    },
    bounds: (month: Month) => boundsOf(month, timeZone),
  };
}

/** What the provider books for a notification about an order. */
export function movementOf(
  protocol: Protocol,
  { kind = "completed", id = "TXN1", of, reversal, cents = 14_900 }: Told,
  {
    at,
    orderReference = "",
    attemptId = "",
  }: Pick<AccountMovement, "at"> & Partial<AccountMovement>,
): AccountMovement {
  const base = { at, orderReference, attemptId, currency: "USD", feeCents: 0, paymentId: of ?? "" };
  // Stripe has one id for a reversal and its cancellation.
  const name = (protocol === "stripe" ? reversal : undefined) ?? id ?? "";
  const kinds = {
    completed: { kind: "payment", cents, feeCents: feeOf(cents) },
    refunded: { kind: "refund", cents: -cents },
    failed: { kind: "failed-refund", cents },
    reversed: { kind: "reversal", cents: -cents },
    "reversal-cancelled": { kind: "won-dispute", cents },
  } as const;
  return { ...base, id: name, ...kinds[kind as keyof typeof kinds] };
}

export function formsOf(protocol: Protocol): readonly StatementForm[] {
  return protocol === "stripe" ? ["stripe-itemised", "stripe-all"] : ["paypal-activity"];
}

export { writeStatement };

/**
 * Differences between the ledger and the statements that the sandbox's own account exports, in each
 * of its forms, as sentences.
 */
export async function statementFaults(
  database: Database,
  protocol: Protocol,
  secret: string,
): Promise<readonly string[]> {
  const provider = protocol === "stripe" ? "stripe" : "paypal";
  const movements = await sandboxMovements(database.read, provider, secret);
  if (movements.length === 0) return [];
  const books = booksOf(database, () => Date.now());
  const faults: string[] = [];
  for (const form of formsOf(protocol)) {
    await database.write((tx) => tx.deleteFrom("statement_rows").execute());
    await database.write((tx) => tx.deleteFrom("statement_files").execute());
    await books.upload(writeStatement(form, movements), {
      days: "month first",
      isOwnAccount: true,
    });
    const rows = (await books.states()).filter(({ state }) => state !== "matched");
    const entries = await database.read
      .selectFrom("payment_ledger as entry")
      .leftJoin("statement_rows as row", "row.entry_id", "entry.id")
      .select("entry.transaction_id")
      .where("entry.provider", "in", providersWithStatements)
      .where("row.id", "is", null)
      .execute();
    faults.push(
      ...rows.map((row) => `${form}: the row ${row.transaction_id} is ${row.state}.`),
      ...entries.map((entry) => `${form}: the entry ${entry.transaction_id} has no row.`),
    );
  }
  return faults;
}
