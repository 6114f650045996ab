import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import type { BillingDetails } from "./billing-details.ts";

const billingRows = preparedQuery((queries, { companyId }: { readonly companyId: string }) =>
  queries.selectFrom("company_billing").selectAll().where("company_id", "=", companyId).compile(),
);

/** Undefined for a company that has entered nothing. Checks no rights. */
export async function billingOfCompany(
  queries: Queries,
  companyId: string,
): Promise<BillingDetails | undefined> {
  const [row] = await billingRows(queries, { companyId });
  if (row === undefined) return undefined;
  const { company, street, postcode, city, country, email } = row;
  const { vat_number: vatNumber, purchase_order: purchaseOrder } = row;
  return { company, vatNumber, street, postcode, city, country, purchaseOrder, email };
}

/** Keeps the details for the next order; empty details leave nothing behind. */
export async function storeBilling(
  tx: WriteTransaction,
  companyId: string,
  details: BillingDetails,
  at: number,
): Promise<void> {
  const { country, ...texts } = details;
  if (Object.values(texts).every((text) => text === "")) return deleteBilling(tx, companyId);
  const { company, street, postcode, city, email } = details;
  const row = {
    company,
    vat_number: details.vatNumber,
    street,
    postcode,
    city,
    country,
    purchase_order: details.purchaseOrder,
    email,
    changed_at: at,
  };
  await tx
    .insertInto("company_billing")
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
}

export async function deleteBilling(tx: WriteTransaction, companyId: string): Promise<void> {
  await tx.deleteFrom("company_billing").where("company_id", "=", companyId).execute();
}

/** The details follow into a company that has none. */
export async function moveBilling(tx: WriteTransaction, from: string, to: string): Promise<void> {
  if ((await billingOfCompany(tx, to)) === undefined) {
    await tx
      .updateTable("company_billing")
      .set({ company_id: to })
      .where("company_id", "=", from)
      .execute();
  }
  await deleteBilling(tx, from);
}
