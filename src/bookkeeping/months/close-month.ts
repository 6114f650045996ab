import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { isUniqueViolation, type WriteTransaction } from "#platform/database/database.ts";
import { AppError, type JsonValue } from "#platform/errors.ts";
import { idBefore, newId } from "#platform/ids.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { BookDependencies } from "../bookkeeping-dependencies.ts";
import { lockBooks } from "../lock-books.server.ts";
import { matchLater } from "../statements/match-later.server.ts";
import { isMonth, type Month, monthAfter, monthName, monthOfInstant } from "./month.ts";
import {
  activeClosings,
  type Closing,
  entriesIn,
  type MonthScope,
  rowsIn,
  scopeOf,
} from "./month-entries.server.ts";
import { type MonthSums, monthSums, type OpenPoints, openPoints } from "./month-sums.server.ts";

/** What a closed month was, stored with its hash and never changed. */
export interface MonthSnapshot {
  readonly version: 1;
  readonly month: Month;
  readonly timeZone: string;
  readonly currency: "USD";
  /** ISO 8601. */
  readonly closedAt: string;
  readonly closedBy: string;
  readonly entries: number;
  /** Entries of earlier months that came after those were closed. */
  readonly lateEntries: number;
  readonly rows: number;
  readonly sums: MonthSums;
}

/** A transaction of another process can be open for a while before its entries are seen. */
const openTransactionMs = 60 * 60 * 1000;

/**
 * Closes a month whose rows are all explained. Later entries of the month count in the next one. Two
 * calls at once close it once. Throws "forbidden", "not-found", and "conflict" with a sentence.
 */
export async function closeMonth(
  deps: BookDependencies,
  actor: Actor,
  month: string,
): Promise<Closing> {
  requireRight(actor, "keep the books");
  if (!isMonth(month)) throw noSuchMonth();
  await matchLater(deps.database);
  try {
    return await deps.database.write((tx) => closeIn(tx, deps, actor, month));
  } catch (error) {
    if (isUniqueViolation(error)) throw refused(`${monthName(month)} is closed already.`);
    throw error;
  }
}

async function closeIn(
  tx: WriteTransaction,
  { clock, readTimeZone }: BookDependencies,
  actor: Actor,
  month: Month,
): Promise<Closing> {
  await lockBooks(tx);
  const at = clock();
  const timeZone = await readTimeZone(tx);
  const closings = await activeClosings(tx);
  requireNext(month, closings, monthOfInstant(at, timeZone));
  const scope = scopeOf(month, closings, timeZone);
  if (scope.kind === "closed") throw refused(`${monthName(month)} is closed already.`);
  const reason = reasonAgainstClosing(await openPoints(tx, scope));
  if (reason !== null) throw refused(`${monthName(month)} cannot be closed: ${reason}`);
  const snapshot: MonthSnapshot = {
    version: 1,
    month,
    timeZone,
    currency: "USD",
    closedAt: isoTime(at),
    closedBy: authorOf(actor),
    ...(await countsOf(tx, scope)),
    sums: await monthSums(tx, month, scope),
  };
  const text = JSON.stringify(snapshot);
  const closing: Closing = {
    id: newId(),
    month,
    from: scope.from,
    until: scope.until,
    closedAt: at,
    closedBy: snapshot.closedBy,
    snapshot: text,
    hash: hashOf(text),
  };
  await tx
    .insertInto("month_closings")
    .values({
      id: closing.id,
      month,
      from_at: closing.from,
      until_at: closing.until,
      // Ids have the time of the machine.
      late_after: idBefore(Date.now() - openTransactionMs),
      closed_at: at,
      closed_by: closing.closedBy,
      snapshot: text,
      hash: closing.hash,
      reopened_at: null,
      reopened_by: null,
      reopening_reason: null,
    })
    .execute();
  await tx
    .updateTable("statement_rows")
    .set({ closing_id: closing.id })
    .where("closing_id", "is", null)
    .where("at", ">=", scope.lateFrom ?? scope.from)
    .where("at", "<", scope.until)
    .execute();
  await tx
    .insertInto("month_entries")
    .columns(["closing_id", "entry_id"])
    .expression(() =>
      entriesIn(tx, scope).select([sql<string>`${closing.id}`.as("closing_id"), "entry.id"]),
    )
    .execute();
  await auditMonth(tx, actor, "Close month", closing, { before: null, after: closing.hash, at });
  return closing;
}

export function hashOf(snapshot: string): string {
  return createHash("sha256").update(snapshot).digest("hex");
}

/** Closed months follow one another, so that a late entry has one month in which it counts. */
function requireNext(month: Month, closings: readonly Closing[], present: Month): void {
  if (month >= present) {
    throw refused(
      `${monthName(month)} has not ended yet. Close it on the first day of the next month.`,
    );
  }
  const [first, last] = [closings[0]?.month, closings.at(-1)?.month];
  if (first === undefined || last === undefined || month === monthAfter(last)) return;
  if (closings.some((closing) => closing.month === month)) {
    throw refused(`${monthName(month)} is closed already.`);
  }
  throw refused(
    month < first
      ? `${monthName(month)} lies before ${monthName(first)}, the first month that was closed, so it stays open.`
      : `Close ${monthName(monthAfter(last))} first: months are closed one after the other.`,
  );
}

/** Why a month cannot be closed, as the end of a sentence; null when it can. */
export function reasonAgainstClosing(points: OpenPoints): string | null {
  const { openRows, lackingEntries, waitingInvoices } = points;
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
  const reasons = [
    ...(openRows > 0 ? [`${counted(openRows, "row has", "rows have")} no explanation`] : []),
    ...(lackingEntries > 0
      ? [`${counted(lackingEntries, "entry is", "entries are")} in no statement`]
      : []),
    ...(waitingInvoices > 0
      ? [
          counted(waitingInvoices, "order waits", "orders wait") +
            " for an invoice, as the invoices say",
        ]
      : []),
  ];
  return reasons.length === 0 ? null : `${reasons.join(", and ")}.`;
}

async function countsOf(tx: WriteTransaction, scope: Extract<MonthScope, { kind: "open" }>) {
  const entries = await entriesIn(tx, scope)
    .select(({ fn }) => fn.countAll<number>().as("all"))
    .select(
      sql<number>`cast(coalesce(sum(case when entry.at < ${scope.from} then 1 else 0 end), 0) as bigint)`.as(
        "late",
      ),
    )
    .executeTakeFirstOrThrow();
  const rows = await rowsIn(tx, scope)
    .select(({ fn }) => fn.countAll<number>().as("all"))
    .executeTakeFirstOrThrow();
  return { entries: entries.all, lateEntries: entries.late, rows: rows.all };
}

const longestReopeningReason = 500;
const reasonMessage = "Give the reason in a sentence.";

const reopeningForm = z.strictObject({
  reason: z
    .string(reasonMessage)
    .trim()
    .min(3, reasonMessage)
    .max(longestReopeningReason, `At most ${longestReopeningReason} characters.`)
    .refine(isPlainText, "It has characters that cannot be shown."),
});

/**
 * Opens the newest closed month again. Input: `reopeningForm`. Throws "forbidden", "invalid",
 * "not-found", and "conflict" for an older month.
 */
export async function reopenMonth(
  { database, clock }: BookDependencies,
  actor: Actor,
  month: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "keep the books");
  if (!isMonth(month)) throw noSuchMonth();
  const { reason } = parseOrThrow(reopeningForm, input);
  await database.write(async (tx) => {
    await lockBooks(tx);
    const newest = (await activeClosings(tx)).at(-1);
    if (newest?.month !== month) {
      throw refused(
        newest === undefined || newest.month < month
          ? `${monthName(month)} is not closed.`
          : `Reopen ${monthName(newest.month)} first: months are reopened from the newest on.`,
      );
    }
    const at = clock();
    await tx
      .updateTable("month_closings")
      .set({ reopened_at: at, reopened_by: authorOf(actor), reopening_reason: reason })
      .where("id", "=", newest.id)
      .execute();
    await tx
      .updateTable("statement_rows")
      .set({ closing_id: null })
      .where("closing_id", "=", newest.id)
      .execute();
    const change = { before: newest.hash, after: reason, at };
    await auditMonth(tx, actor, "Reopen month", newest, change);
  });
}

function auditMonth(
  tx: WriteTransaction,
  actor: Actor,
  action: string,
  { month }: Closing,
  change: { readonly before: JsonValue; readonly after: JsonValue; readonly at: number },
): Promise<void> {
  const subject = { subject: "month", subjectId: month, label: monthName(month) };
  return audit(tx, actor, { action, ...subject, ...change });
}

function noSuchMonth(): AppError {
  return new AppError("not-found", "There is no such month.");
}

function refused(message: string): AppError {
  return new AppError("conflict", message);
}
