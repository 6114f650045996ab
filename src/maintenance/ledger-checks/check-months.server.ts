import { hashOf } from "#bookkeeping/months/close-month.ts";
import { monthName } from "#bookkeeping/months/month.ts";
import { activeClosings } from "#bookkeeping/months/month-entries.server.ts";
import { monthSums } from "#bookkeeping/months/month-sums.server.ts";
import { snapshotOf } from "#bookkeeping/months/read-months.ts";
import type { Queries } from "#platform/database/database.ts";

/** Compares each closed month with its hash, and its sums with a recount. */
export async function checkMonths(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for (const closing of await activeClosings(queries)) {
    const name = monthName(closing.month);
    if (hashOf(closing.snapshot) !== closing.hash) {
      note(`The snapshot of ${name} does not have the hash with which the month was closed.`);
      continue;
    }
    const scope = { kind: "closed", closingId: closing.id } as const;
    const stated = snapshotOf(closing).sums;
    const { inTaxCurrency, ...sums } = await monthSums(queries, closing.month, scope);
    const counted = stated.inTaxCurrency === undefined ? sums : { ...sums, inTaxCurrency };
    if (JSON.stringify(counted) !== JSON.stringify(stated)) {
      note(`The sums of ${name}, which is closed, are not those of its ledger entries and rows.`);
    }
  }
  const twice = await queries
    .selectFrom("month_entries")
    .innerJoin("month_closings", "month_closings.id", "month_entries.closing_id")
    .select("month_entries.entry_id")
    .where("month_closings.reopened_at", "is", null)
    .groupBy("month_entries.entry_id")
    .having(({ fn }) => fn.countAll(), ">", 1)
    .execute();
  for (const { entry_id } of twice) note(`The ledger entry ${entry_id} counts in two months.`);
}
