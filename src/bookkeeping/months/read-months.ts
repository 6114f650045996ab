import type { LedgerKind } from "#orders/order.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { BookDependencies } from "../bookkeeping-dependencies.ts";
import type { Explanation } from "../statements/explanation.ts";
import { matchLater } from "../statements/match-later.server.ts";
import { type ReadRow, readRows } from "../statements/read-statements.ts";
import { type MonthSnapshot, reasonAgainstClosing } from "./close-month.ts";
import { isMonth, type Month, monthAfter, monthOfInstant, mostShown } from "./month.ts";
import { activeClosings, type Closing, entriesIn, scopeOf } from "./month-entries.server.ts";
import {
  entriesWithoutRow,
  type MonthSums,
  monthSums,
  type OpenPoints,
  openPoints,
} from "./month-sums.server.ts";

export type MonthState =
  /** The month has not ended. */
  | "running"
  | "open"
  | "closed"
  /** It lies before the first month that was closed, and stays open. */
  | "before";

export interface ListedMonth {
  readonly month: Month;
  readonly state: MonthState;
  readonly closedAt: number | null;
  readonly closedBy: string;
  readonly sums: MonthSums;
}

export interface MonthPage {
  readonly months: readonly ListedMonth[];
  /** Month before the last one listed; null at the end. */
  readonly before: Month | null;
}

const monthsAtOnce = 12;

/**
 * Months from the present back to the first entry, newest first; `until` begins with an earlier
 * month. Throws "forbidden".
 */
export async function listMonths(
  { database, clock, readTimeZone }: BookDependencies,
  actor: Actor,
  until = "",
): Promise<MonthPage> {
  requireRight(actor, "see the books");
  const { read } = database;
  const timeZone = await readTimeZone(read);
  const present = monthOfInstant(clock(), timeZone);
  const first = await read
    .selectFrom("payment_ledger")
    .select("at")
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return { months: [], before: null };
  const oldest = monthOfInstant(first.at, timeZone);
  const closings = await activeClosings(read);
  const months: ListedMonth[] = [];
  let month = isMonth(until) && until < present ? until : present;
  for (; month >= oldest && months.length < monthsAtOnce; month = monthAfter(month, -1)) {
    const closing = closings.find((each) => each.month === month);
    months.push({
      month,
      state: stateOf(month, closings, present),
      closedAt: closing?.closedAt ?? null,
      closedBy: closing?.closedBy ?? "",
      sums:
        closing === undefined
          ? await monthSums(read, month, scopeOf(month, closings, timeZone))
          : snapshotOf(closing).sums,
    });
  }
  return { months, before: month >= oldest ? month : null };
}

function stateOf(month: Month, closings: readonly Closing[], present: Month): MonthState {
  if (closings.some((closing) => closing.month === month)) return "closed";
  if (month >= present) return "running";
  return month < (closings[0]?.month ?? "") ? "before" : "open";
}

export function snapshotOf({ snapshot }: Pick<Closing, "snapshot">): MonthSnapshot {
  return JSON.parse(snapshot);
}

export interface ReadEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly provider: string;
  readonly amountCents: number;
  readonly at: number;
  readonly transactionId: string;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly explanation: Explanation | null;
}

export interface ReadMonth extends ListedMonth {
  readonly timeZone: string;
  readonly points: OpenPoints;
  /** Why the month cannot be closed now, as a sentence; null when it can, and when it is closed. */
  readonly notYet: string | null;
  readonly hash: string;
  readonly entries: number;
  /** Entries and rows of earlier months that came after those were closed. */
  readonly late: readonly ReadEntry[];
  /** Rows that need an explanation or have one; at most `mostShown`. */
  readonly rows: readonly ReadRow[];
  /** Entries that no statement has; at most `mostShown`. */
  readonly lacking: readonly ReadEntry[];
  readonly reopenings: readonly {
    readonly closedAt: number;
    readonly reopenedAt: number;
    readonly reopenedBy: string;
    readonly reason: string;
  }[];
}

/** Throws "forbidden" and "not-found". */
export async function readMonth(
  { database, clock, readTimeZone }: BookDependencies,
  actor: Actor,
  month: string,
): Promise<ReadMonth> {
  requireRight(actor, "see the books");
  const { read } = database;
  const timeZone = await readTimeZone(read);
  const present = monthOfInstant(clock(), timeZone);
  if (!isMonth(month) || month > present || month < "1970-01") {
    throw new AppError("not-found", "There is no such month.");
  }
  await matchLater(database);
  const closings = await activeClosings(read);
  const scope = scopeOf(month, closings, timeZone);
  const closing = closings.find((each) => each.month === month);
  const state = stateOf(month, closings, present);
  const points = await openPoints(read, scope);
  const counted = await entriesIn(read, scope)
    .select(({ fn }) => fn.countAll<number>().as("entries"))
    .executeTakeFirstOrThrow();
  const rows = await readRows(read, (query) =>
    query
      .where("row.state", "in", ["differs", "unknown", "doubled", "unreadable"])
      .$if(scope.kind === "closed", (closed) =>
        closed.where("row.closing_id", "=", closing?.id ?? ""),
      )
      .$if(scope.kind === "open", (open) =>
        scope.kind === "closed"
          ? open
          : open
              .where("row.closing_id", "is", null)
              .where("row.at", ">=", scope.lateFrom ?? scope.from)
              .where("row.at", "<", scope.until),
      )
      .orderBy("row.is_open", "desc")
      .orderBy("row.at")
      .orderBy("row.id")
      .limit(mostShown),
  );
  const from = closing?.from ?? (scope.kind === "open" ? scope.from : 0);
  const select = (query: ReturnType<typeof entriesIn>) =>
    query
      .leftJoin("book_explanations as explained", "explained.entry_id", "entry.id")
      .select(["entry.id", "entry.kind", "entry.provider", "entry.amount_cents", "entry.at"])
      .select(["entry.transaction_id", "entry.order_id", "orders.number"])
      .select(["explained.kind as why", "explained.reason", "explained.author"])
      .select("explained.at as explainedAt")
      .orderBy("entry.at")
      .orderBy("entry.id")
      .limit(mostShown)
      .execute();
  return {
    month,
    state,
    timeZone,
    closedAt: closing?.closedAt ?? null,
    closedBy: closing?.closedBy ?? "",
    hash: closing?.hash ?? "",
    sums: closing === undefined ? await monthSums(read, month, scope) : snapshotOf(closing).sums,
    points,
    notYet: reasonNotYet(state, points),
    entries: counted.entries,
    rows,
    late: (await select(entriesIn(read, scope).where("entry.at", "<", from))).map(asEntry),
    lacking: (await select(entriesWithoutRow(read, scope))).map(asEntry),
    reopenings: await read
      .selectFrom("month_closings")
      .select(["closed_at as closedAt", "reopened_at as reopenedAt"])
      .select(["reopened_by as reopenedBy", "reopening_reason as reason"])
      .where("month", "=", month)
      .where("reopened_at", "is not", null)
      .$narrowType<{ reopenedAt: number; reopenedBy: string; reason: string }>()
      .orderBy("closed_at")
      .execute(),
  };
}

function reasonNotYet(state: MonthState, points: OpenPoints): string | null {
  if (state === "closed") return null;
  if (state === "running") return "The month has not ended yet.";
  if (state === "before") return "A later month was closed first, so this month stays open.";
  const reason = reasonAgainstClosing(points);
  return reason && `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
}

interface EntryRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly provider: string | null;
  readonly amount_cents: number;
  readonly at: number;
  readonly transaction_id: string | null;
  readonly order_id: string;
  readonly number: number;
  readonly why: Explanation["kind"] | null;
  readonly reason: string | null;
  readonly author: string | null;
  readonly explainedAt: number | null;
}

function asEntry(row: EntryRow): ReadEntry {
  return {
    id: row.id,
    kind: row.kind,
    provider: row.provider ?? "",
    amountCents: row.amount_cents,
    at: row.at,
    transactionId: row.transaction_id ?? "",
    orderId: row.order_id,
    orderNumber: row.number,
    explanation:
      row.why === null
        ? null
        : {
            kind: row.why,
            reason: row.reason ?? "",
            author: row.author ?? "",
            at: row.explainedAt ?? 0,
          },
  };
}
