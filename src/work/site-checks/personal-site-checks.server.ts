import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { deleteSiteChecks } from "./site-check-record.server.ts";

export const personalSiteChecks: PersonalData = {
  name: "websiteChecks",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: "" },
      (row: { readonly id: string }) => row.id,
      (last, size) =>
        queries
          .selectFrom("order_site_checks as check")
          .innerJoin("orders", "orders.id", "check.order_id")
          .select(["check.id", "orders.number as order", "check.purpose", "check.website"])
          .select("check.at")
          .where("orders.account_id", "=", accountId)
          .where("orders.company_id", "in", companyWithOrders(queries, accountId))
          .where("check.id", ">", last)
          .orderBy("check.id")
          .limit(size)
          .execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ order, purpose, website, at }) => ({
        order,
        purpose,
        website,
        at: isoTime(at),
      }));
    }
  },
  /** Deletes the checks with the crawled pages and their findings. */
  async forget(tx, { accountId }) {
    const orders = await tx
      .selectFrom("orders")
      .innerJoin("order_site_checks as check", "check.order_id", "orders.id")
      .select("orders.id")
      .distinct()
      .where("orders.account_id", "=", accountId)
      .execute();
    await deleteSiteChecks(
      tx,
      orders.map(({ id }) => id),
    );
  },
};
