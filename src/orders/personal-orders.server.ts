import {
  type CompanyPerson,
  companyOfAccount,
  peopleOfCompany,
} from "../companies/company-people.server.ts";
import { deleteEmailsAbout } from "../mail/outbox/personal-mails.server.ts";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import type { JsonValue } from "../platform/errors.ts";
import { amountFromCents } from "../platform/money.ts";
import { customerDetailsIn } from "../platform/texts/customer-details.ts";
import { isoTime } from "../platform/time/dates.ts";
import type { PersonalData } from "../policy/personal-data.ts";
import { linesInWords } from "./lines/lines-in-words.ts";
import { linesOf } from "./lines/order-lines.server.ts";
import type { Order } from "./order.ts";
import { asOrder } from "./order-store.server.ts";
import { personalReviewsOf } from "./personal-deliveries.server.ts";
import { searchedTexts } from "./searched-texts.ts";

export const deletedCustomer = "Deleted customer";

/**
 * The deletion of the last account of a company anonymises its orders instead of deleting them,
 * because bookkeeping needs the orders.
 */
export const personalOrders: PersonalData = {
  name: "orders",
  async *records(queries, { accountId }) {
    const chunks = rowChunks({ after: 0 }, numberOf, ordersBehind(queries, accountId));
    for await (const orders of chunks) {
      const histories = await historiesOf(queries, orders);
      const reviews = await personalReviewsOf(
        queries,
        orders.map(({ id }) => id),
      );
      const lines = await linesOf(queries, orders);
      yield orders.map((order) => ({
        ...asPersonalRecord(order, histories.get(order.id) ?? []),
        lines: linesInWords(order, lines.get(order.id) ?? []).map((line) => ({ ...line })),
        deliveries: reviews.get(order.id) ?? [],
      }));
    }
  },
  async forget(tx, person) {
    await handOverOrders(tx, person.accountId);
    for await (const orders of ordersInTransaction(tx, person.accountId)) {
      // This also deletes the owner's emails about these orders, because they name the customer.
      await deleteEmailsAbout(
        tx,
        orders.map(({ id }) => id),
      );
      for (const order of orders) {
        const nameless = { ...order, customerName: deletedCustomer, customerEmail: "" };
        await tx
          .updateTable("orders")
          .set(searchedTexts(nameless))
          .where("id", "=", order.id)
          .execute();
      }
    }
    // The words about deliveries stay, without a name: the append-only tables show what was agreed.
    // The country stays, because taxes depend on it. The account id stays, because after the
    // deletion it leads to no person.
    await tx
      .updateTable("orders")
      .set({
        customer_name: deletedCustomer,
        customer_email: "",
        customer_address: "",
        customer_website: "",
      })
      .where("account_id", "=", person.accountId)
      .execute();
  },
  async readdress(tx, { accountId }, newEmail) {
    for await (const orders of ordersInTransaction(tx, accountId)) {
      for (const order of orders) {
        await tx
          .updateTable("orders")
          .set({
            customer_email: newEmail,
            ...searchedTexts({ ...order, customerEmail: newEmail }),
          })
          .where("id", "=", order.id)
          .execute();
      }
    }
  },
};

const numberOf = ({ number }: Order) => number;

/**
 * Hands the orders that the person placed to another person of the company, and replaces the
 * person's name and email address in these orders. The last person of a company takes over the
 * orders that others placed, so that these orders are anonymised with the company.
 */
async function handOverOrders(tx: WriteTransaction, accountId: string): Promise<void> {
  const own = await companyOfAccount(tx, accountId);
  const alone = (await peopleOfCompany(tx, own)).every((one) => one.accountId === accountId);
  if (alone) {
    await tx
      .updateTable("orders")
      .set({ account_id: accountId })
      .where("company_id", "=", own)
      .where("account_id", "<>", accountId)
      .execute();
  }
  const heirs = new Map<string, CompanyPerson | undefined>();
  for await (const orders of ordersInTransaction(tx, accountId)) {
    for (const order of orders) {
      const { companyId } = order;
      if (!heirs.has(companyId)) {
        const people = await peopleOfCompany(tx, companyId);
        // An order that another customer placed must not become the own order of the team.
        const others = people.filter((one) => one.accountId !== accountId && !one.isOfTeam);
        heirs.set(companyId, others.find(({ rights }) => rights.people) ?? others[0]);
      }
      const heir = heirs.get(companyId);
      if (heir !== undefined) await handOver(tx, order, heir);
    }
  }
}

async function handOver(
  tx: WriteTransaction,
  order: Order,
  { accountId, email }: CompanyPerson,
): Promise<void> {
  const name = order.companyName || email;
  const texts = searchedTexts({ ...order, customerName: name, customerEmail: email });
  await tx
    .updateTable("orders")
    .set({ account_id: accountId, customer_name: name, customer_email: email, ...texts })
    .where("id", "=", order.id)
    .execute();
}

function ordersBehind(queries: Queries, accountId: string) {
  return async (last: number, size: number): Promise<readonly Order[]> => {
    const rows = await queries
      .selectFrom("orders")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("number", ">", last)
      .orderBy("number")
      .limit(size)
      .execute();
    return rows.map(asOrder);
  };
}

/**
 * Does not use `rowChunks`, which pauses between chunks: a transaction must await nothing but the
 * database.
 */
async function* ordersInTransaction(tx: WriteTransaction, accountId: string) {
  const read = ordersBehind(tx, accountId);
  for (let last: number | undefined = 0; last !== undefined; ) {
    const orders = await read(last, forgottenAtOnce);
    if (orders.length > 0) yield orders;
    last = orders.at(-1)?.number;
  }
}

const forgottenAtOnce = 500;

async function historiesOf(
  queries: Queries,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, readonly JsonValue[]>> {
  const ids = orders.map(({ id }) => id);
  const rows = await queries
    .selectFrom("payment_ledger")
    .select(["order_id", "kind", "amount_cents", "at"])
    .where("order_id", "in", ids)
    .orderBy("at")
    .execute();
  const histories = new Map<string, JsonValue[]>();
  for (const { order_id, kind, amount_cents, at } of rows) {
    const entry = { what: kind, amount: amountFromCents(amount_cents), at: isoTime(at) };
    histories.set(order_id, [...(histories.get(order_id) ?? []), entry]);
  }
  return histories;
}

function asPersonalRecord(order: Order, history: readonly JsonValue[]) {
  return {
    number: order.number,
    placedAt: isoTime(order.placedAt),
    packageName: order.packageName,
    price: amountFromCents(order.priceCents),
    currency: order.currency,
    orderStatus: order.orderStatus,
    paymentStatus: order.paymentStatus,
    paidAt: order.paidAt === null ? null : isoTime(order.paidAt),
    customerEmail: order.customerEmail,
    ...customerDetailsIn(order),
    history,
  };
}
