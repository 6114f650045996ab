import { companyOfAccount } from "#companies/company-people.server.ts";
import { requireCustomersOnly, teamAmong } from "#companies/team-apart.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { engineOf } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { moveBilling } from "#tax/company-billing.server.ts";
import type { Order } from "../order.ts";
import { asOrder } from "../order-store.server.ts";
import { searchedTexts } from "../searched-texts.ts";

interface NamedCompany {
  readonly id: string;
  readonly name: string;
}

/**
 * Operations on orders that `access` calls when companies change. `compose.ts` passes them to
 * `access`, because `access` may not import `orders`.
 */
export const companyOrders = {
  async count(queries: Queries, companyId: string): Promise<number> {
    const { orders } = await queries
      .selectFrom("orders")
      .select(({ fn }) => fn.countAll<number | string>().as("orders"))
      .where("company_id", "=", companyId)
      .executeTakeFirstOrThrow();
    return Number(orders);
  },

  async move(tx: WriteTransaction, from: string, to: NamedCompany): Promise<void> {
    await requireCustomersOnly(tx, from);
    await requireCustomersOnly(tx, to.id);
    for await (const orders of lockedOrders(tx, from)) {
      for (const order of orders) await storeCompanyOf(tx, order, to);
    }
    await moveBilling(tx, from, to.id);
  },

  async rename(tx: WriteTransaction, company: NamedCompany): Promise<void> {
    for await (const orders of lockedOrders(tx, company.id)) {
      for (const order of orders) await storeCompanyOf(tx, order, company);
    }
  },
};

/**
 * Moves a locked order to another company. Requires `lockCompanies`. Throws "conflict" for the
 * company of a person of the team, and for an order that a person of the team placed there: the
 * person has answered for the order, and no answer of the team may count as a customer's.
 */
export async function moveLockedOrder(
  tx: WriteTransaction,
  order: Order,
  to: NamedCompany,
): Promise<void> {
  await requireCustomersOnly(tx, to.id);
  if ((await companyOfAccount(tx, order.accountId)) === order.companyId) {
    const placedByTeam = (await teamAmong(tx, [order.accountId])).size > 0;
    if (placedByTeam) throw new AppError("conflict", staysWithTeam(order));
  }
  await storeCompanyOf(tx, order, to);
}

function staysWithTeam({ number, customerEmail }: Order): string {
  return `Order ${number} was placed by ${customerEmail}, who is on the team of this site, so it cannot become the order of a customer. Ask the customer to order the plan.`;
}

/** Requires a locked order. */
async function storeCompanyOf(
  tx: WriteTransaction,
  order: Order,
  { id, name }: NamedCompany,
): Promise<void> {
  if (order.companyId === id && order.companyName === name) return;
  await tx
    .updateTable("orders")
    .set({ company_id: id, company_name: name, ...searchedTexts({ ...order, companyName: name }) })
    .where("id", "=", order.id)
    .execute();
}

const atOnce = 500;

async function* lockedOrders(tx: WriteTransaction, companyId: string) {
  for (let last = 0; ; ) {
    const rows = await tx
      .selectFrom("orders")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("number", ">", last)
      .orderBy("number")
      .limit(atOnce)
      .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
      .execute();
    const orders = rows.map(asOrder);
    if (orders.length > 0) yield orders;
    if (orders.length < atOnce) return;
    last = orders.at(-1)?.number ?? last;
  }
}
