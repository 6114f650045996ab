import type { CompanyOrders } from "../access/companies/company-orders.ts";
import { nameOffersFor } from "../offers/offer-store.server.ts";
import { companyOrdersAndSubscriptions } from "../subscriptions/company-subscriptions.server.ts";

/** What `access` calls when companies change: orders, subscriptions and offers go along. */
export const companyOrders: CompanyOrders = {
  ...companyOrdersAndSubscriptions,
  async move(tx, from, to) {
    await companyOrdersAndSubscriptions.move(tx, from, to);
    await nameOffersFor(tx, from, to);
  },
  async rename(tx, company) {
    await companyOrdersAndSubscriptions.rename(tx, company);
    await nameOffersFor(tx, company.id, company);
  },
};
