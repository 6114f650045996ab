import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/**
 * How the orders that a person has placed are taxed. The VAT number behind an issued document is
 * kept with it, because it proves why no VAT was charged; a document that still waits needs it, too.
 * Without a document nobody needs the number. The treatment itself stays, like the country, because
 * the price of the order follows from it.
 */
export const personalOrderTax: PersonalData = {
  name: "taxOfOrders",
  records(queries, { accountId }) {
    return rowChunks({ after: 0 }, numberOf, (after, size) =>
      queries
        .selectFrom("orders")
        .innerJoin("order_tax", "order_tax.order_id", "orders.id")
        .select(["orders.number as orderNumber", "category", "reason", "country"])
        .select(["rate_percent as ratePercent", "vat_number as vatNumber"])
        .select("purchase_order as purchaseOrder")
        .where("orders.account_id", "=", accountId)
        .where("orders.company_id", "in", companyWithOrders(queries, accountId))
        .where("orders.number", ">", after)
        .orderBy("orders.number")
        .limit(size)
        .execute(),
    );
  },
  async forget(tx, { accountId }) {
    await tx
      .updateTable("order_tax")
      .set({ vat_number: "", purchase_order: "" })
      .where("order_id", "in", (eb) =>
        eb.selectFrom("orders").select("id").where("account_id", "=", accountId),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("invoices").select("id").whereRef("order_id", "=", "order_tax.order_id"),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("invoice_backlog")
              .select("since")
              .whereRef("invoice_backlog.order_id", "=", "order_tax.order_id"),
          ),
        ),
      )
      .execute();
  },
};

const numberOf = ({ orderNumber }: { readonly orderNumber: number }) => orderNumber;
