import type { WriteTransaction } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";

/** Stores when offers end, in the present time zone of the site. */
export async function dateOffers(tx: WriteTransaction, timeZone: string): Promise<void> {
  const offers = await tx
    .selectFrom("offers")
    .select(["id", "last_day", "ends_at"])
    .where("order_id", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
  for (const { id, last_day, ends_at } of offers) {
    const end = startOfDay(addDays(last_day, 1), timeZone);
    if (end === ends_at) continue;
    await tx.updateTable("offers").set({ ends_at: end }).where("id", "=", id).execute();
  }
}
