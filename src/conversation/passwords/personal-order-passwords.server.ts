import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { deletePasswordsOfOrder } from "./order-password.ts";

/**
 * Passwords that this person or the team added to the orders of an account. The download has only
 * labels and times, because a password leaves the site only when the team opens it.
 */
export const personalOrderPasswords: PersonalData = {
  name: "orderPasswords",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: "" },
      (row: { readonly id: string }) => row.id,
      (last, size) =>
        queries
          .selectFrom("order_passwords as password")
          .innerJoin("orders", "orders.id", "password.order_id")
          .select(["password.id", "orders.number as order", "label", "added_at", "changed_at"])
          .where("orders.account_id", "=", accountId)
          .where("orders.company_id", "in", companyWithOrders(queries, accountId))
          .where((where) =>
            where.or([
              where("password.added_by", "=", "team"),
              where("password.account_id", "=", accountId),
            ]),
          )
          .where("password.id", ">", last)
          .orderBy("password.id")
          .limit(size)
          .execute(),
    );
    for await (const rows of chunks) {
      const showings = await queries
        .selectFrom("order_password_showings")
        .select(["password_id", "at"])
        .where(
          "password_id",
          "in",
          rows.map(({ id }) => id),
        )
        .orderBy("id")
        .execute();
      yield rows.map(({ id, order, label, added_at, changed_at }) => ({
        order,
        label,
        addedAt: isoTime(added_at),
        changedAt: isoTime(changed_at),
        shownAt: showings
          .filter(({ password_id }) => password_id === id)
          .map(({ at }) => isoTime(at)),
      }));
    }
  },
  async forget(tx, { accountId }) {
    const orders = await tx
      .selectFrom("order_passwords as password")
      .innerJoin("orders", "orders.id", "password.order_id")
      .select("orders.id")
      .distinct()
      .where("orders.account_id", "=", accountId)
      .execute();
    for (const { id } of orders) await deletePasswordsOfOrder(tx, id);
  },
};
