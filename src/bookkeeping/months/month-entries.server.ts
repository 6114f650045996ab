import type { LedgerKind } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dayOf } from "#platform/time/dates.ts";
import { boundsOf, type Month, monthAfter } from "./month.ts";

/** Kinds that move money; a cancelled order and one of nothing do not. */
const moneyKinds = [
  "payment",
  "refund",
  "reversal",
  "reversal-cancelled",
] as const satisfies readonly LedgerKind[];

export interface Closing {
  readonly id: string;
  readonly month: Month;
  readonly from: number;
  readonly until: number;
  readonly closedAt: number;
  readonly closedBy: string;
  readonly snapshot: string;
  readonly hash: string;
}

/** The months that are closed now, oldest first; they follow one another. */
export async function activeClosings(queries: Queries): Promise<readonly Closing[]> {
  return queries
    .selectFrom("month_closings")
    .select(["id", "month", "from_at as from", "until_at as until"])
    .select(["closed_at as closedAt", "closed_by as closedBy", "snapshot", "hash"])
    .where("reopened_at", "is", null)
    .orderBy("month")
    .execute();
}

/** What counts in a month. */
export type MonthScope =
  | { readonly kind: "closed"; readonly closingId: string }
  | {
      readonly kind: "open";
      readonly from: number;
      readonly until: number;
      /** Set for the month after the closed ones: what came too late for them counts in it. */
      readonly lateFrom: number | null;
    };

/** Scope of a month among the closed ones. */
export function scopeOf(month: Month, closings: readonly Closing[], timeZone: string): MonthScope {
  const closing = closings.find((each) => each.month === month);
  if (closing !== undefined) return { kind: "closed", closingId: closing.id };
  const bounds = boundsOf(month, timeZone);
  const last = closings.at(-1);
  const isNext = last !== undefined && monthAfter(last.month) === month;
  // After a change of the time zone, the month begins where the closed one ended.
  const from = isNext ? last.until : bounds.from;
  return { kind: "open", ...bounds, from, lateFrom: isNext ? (closings[0]?.from ?? null) : null };
}

/** Entries of real orders that count in a month, as a query to select from. */
export function entriesIn(queries: Queries, scope: MonthScope) {
  const entries = queries
    .selectFrom("payment_ledger as entry")
    .innerJoin("orders", "orders.id", "entry.order_id")
    .where("orders.is_demonstration", "=", 0)
    .where("entry.kind", "in", moneyKinds);
  if (scope.kind === "closed") {
    return entries.where("entry.id", "in", (select) =>
      select
        .selectFrom("month_entries")
        .select("entry_id")
        .where("closing_id", "=", scope.closingId),
    );
  }
  const { from, until, lateFrom } = scope;
  return entries
    .where("entry.at", "<", until)
    .where((where) =>
      where.or([
        where("entry.at", ">=", from),
        ...(lateFrom === null
          ? []
          : [
              where.exists((select) =>
                select
                  .selectFrom("month_closings as closing")
                  .select("closing.id")
                  .where("closing.reopened_at", "is", null)
                  .whereRef("closing.from_at", "<=", "entry.at")
                  .whereRef("closing.until_at", ">", "entry.at")
                  .whereRef("closing.late_after", "<", "entry.id"),
              ),
            ]),
      ]),
    )
    .where("entry.at", ">=", lateFrom ?? from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("month_entries as counted")
            .innerJoin("month_closings as closed", "closed.id", "counted.closing_id")
            .select("counted.entry_id")
            .whereRef("counted.entry_id", "=", "entry.id")
            .where("closed.reopened_at", "is", null),
        ),
      ),
    );
}

/** Rows of statements that count in a month, as a query to select from. */
export function rowsIn(queries: Queries, scope: MonthScope) {
  const rows = queries.selectFrom("statement_rows as row");
  if (scope.kind === "closed") return rows.where("row.closing_id", "=", scope.closingId);
  const { from, until, lateFrom } = scope;
  return rows
    .where("row.closing_id", "is", null)
    .where("row.at", ">=", lateFrom ?? from)
    .where("row.at", "<", until);
}

/** Throws "not-found" for no entry of money, and "conflict" for one of a closed month. */
export async function requireOpenEntry(queries: Queries, id: string, timeZone: string) {
  const entry = await queries
    .selectFrom("payment_ledger")
    .select(["id", "at", "transaction_id as transactionId"])
    .where("id", "=", id)
    .where("kind", "in", moneyKinds)
    .executeTakeFirst();
  if (entry === undefined) throw new AppError("not-found", "This entry does not exist.");
  const counted = await queries
    .selectFrom("month_entries")
    .innerJoin("month_closings", "month_closings.id", "month_entries.closing_id")
    .select("month_closings.month")
    .where("month_entries.entry_id", "=", id)
    .where("month_closings.reopened_at", "is", null)
    .executeTakeFirst();
  if (counted !== undefined) {
    throw new AppError(
      "conflict",
      "The entry counts in a closed month. Reopen the month to change the explanation.",
    );
  }
  return { ...entry, day: dayOf(entry.at, timeZone) };
}
