import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** Requests for money back of this person, with the owner's answers. */
export const personalMoneyBack: PersonalData = {
  name: "refundsAskedFor",
  async *records(queries, { accountId }) {
    const rows = await queries
      .selectFrom("money_back_requests as request")
      .innerJoin("orders", "orders.id", "request.order_id")
      .select(["orders.number", "request.reason", "request.asked_at"])
      .select(["request.declined_because", "request.declined_at"])
      .where("request.account_id", "=", accountId)
      .orderBy("orders.number")
      .execute();
    yield rows.map(({ number, reason, asked_at, declined_because, declined_at }) => ({
      order: number,
      reason,
      at: isoTime(asked_at),
      declinedBecause: declined_because,
      declinedAt: declined_at === null ? null : isoTime(declined_at),
    }));
  },
  /** Deletes the words; that a refund was asked for and declined stays, because of the money. */
  async forget(tx, { accountId }) {
    await tx
      .updateTable("money_back_requests")
      .set({ reason: "" })
      .where("account_id", "=", accountId)
      .execute();
    await tx
      .updateTable("money_back_requests")
      .set({ declined_because: "" })
      .where("account_id", "=", accountId)
      .where("declined_at", "is not", null)
      .execute();
  },
};
