import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/**
 * Messages of this person and of the team about the orders of an account. The download leaves out
 * who of the team wrote a message, because that is another person's data.
 */
export const personalOrderMessages: PersonalData = {
  name: "orderMessages",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: { order: 0, number: 0 } },
      (row: { readonly order: number; readonly number: number }) => row,
      (last, size) =>
        queries
          .selectFrom("orders")
          .innerJoin("order_messages as message", "message.order_id", "orders.id")
          .select(["orders.number as order", "message.number", "message.side", "message.text"])
          .select(["message.created_at", "message.edited_at"])
          .where("orders.account_id", "=", accountId)
          .where("orders.company_id", "in", companyWithOrders(queries, accountId))
          .where((where) =>
            where.or([
              where("message.side", "=", "team"),
              where("message.account_id", "=", accountId),
            ]),
          )
          .where((where) =>
            where.or([
              where("orders.number", ">", last.order),
              where.and([
                where("orders.number", "=", last.order),
                where("message.number", ">", last.number),
              ]),
            ]),
          )
          .orderBy("orders.number")
          .orderBy("message.number")
          .limit(size)
          .execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ order, side, text, created_at, edited_at }) => ({
        order,
        from: side,
        text,
        at: isoTime(created_at),
        editedAt: edited_at === null ? null : isoTime(edited_at),
      }));
    }
  },
  /**
   * Keeps the texts, because the team's answers would mean nothing without them. `personalOrders`
   * removes the customer's name from the order.
   */
  async forget(tx, { accountId }) {
    await tx
      .updateTable("order_rooms")
      .set({ waiting_since: null })
      .where("waiting_since", "is not", null)
      .where(
        "order_id",
        "in",
        tx.selectFrom("orders").select("id").where("account_id", "=", accountId),
      )
      .execute();
  },
};
