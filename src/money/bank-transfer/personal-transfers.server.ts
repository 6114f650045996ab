import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** Orders for which this person chose a bank transfer. */
export const personalTransfers: PersonalData = {
  name: "bankTransfers",
  async *records(queries, { accountId }) {
    const rows = await queries
      .selectFrom("bank_transfers as transfer")
      .innerJoin("orders", "orders.id", "transfer.order_id")
      .select(["orders.number", "transfer.chosen_at"])
      .where("transfer.account_id", "=", accountId)
      .orderBy("orders.number")
      .execute();
    yield rows.map(({ number, chosen_at }) => ({ order: number, at: isoTime(chosen_at) }));
  },
  /** The row says how an order is to be paid, which its bookkeeping needs; the account has ended. */
  async forget() {},
};
