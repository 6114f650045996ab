import { companyOrders } from "#orders/companies/company-orders.server.ts";
import type { WriteTransaction } from "../platform/database/database.ts";

/** What `access` calls when companies change: subscriptions move with the orders of their company. */
export const companyOrdersAndSubscriptions = {
  ...companyOrders,
  async move(...[tx, from, to]: Parameters<typeof companyOrders.move>): Promise<void> {
    await companyOrders.move(tx, from, to);
    await moveSubscriptions(tx, from, to.id);
  },
};

async function moveSubscriptions(tx: WriteTransaction, from: string, to: string): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ company_id: to })
    .where("company_id", "=", from)
    .execute();
}
