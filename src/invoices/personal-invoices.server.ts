import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { filesOfInvoices, noFiles } from "./archive/invoice-files-tables.server.ts";
import { asInvoice } from "./invoice-tables.server.ts";

/**
 * Invoices and credit notes of the orders that a person has placed. They stay as they are when the
 * account goes, because the law asks a business to keep them.
 */
export const personalInvoices: PersonalData = {
  name: "invoices",
  async *records(queries, { accountId }) {
    const chunks = rowChunks({ after: "" }, rowId, (after, size) =>
      queries
        .selectFrom("orders")
        .innerJoin("invoices", "invoices.order_id", "orders.id")
        .select(["invoices.id", "invoices.order_id as orderId", "invoices.company_id as companyId"])
        .select(["invoices.corrects_id as correctsId", "invoices.issued_at as issuedAt"])
        .select("invoices.document")
        .where("orders.account_id", "=", accountId)
        .where("orders.company_id", "in", companyWithOrders(queries, accountId))
        .where("invoices.id", ">", after)
        .orderBy("invoices.id")
        .limit(size)
        .execute(),
    );
    for await (const rows of chunks) {
      const files = await filesOfInvoices(
        queries,
        rows.map(({ id }) => id),
      );
      yield rows.map((row) => {
        const { pdf, ubl } = files.get(row.id) ?? noFiles;
        return {
          ...asJson(asInvoice(row).document),
          files: [pdf, ubl].flatMap((file) => (file === null ? [] : file.name)),
        };
      });
    }
  },
  async forget() {},
};

/** The document as it is stored, whose fields are all JSON. */
const asJson = (document: object) => document as Readonly<Record<string, string>>;
