import type { Services } from "#compose.ts";
import { pricesInWords } from "#content/model/plan-interval.ts";
import { billedCompany } from "#invoices/buyer/invoice-buyer.server.ts";
import { buyerLines } from "#invoices/document-words.ts";
import { moneyNotes } from "#money/ledger/money-notes.server.ts";
import { paymentMarks } from "#money/paying/payment-progress.ts";
import { seesPrice } from "#orders/find-order.ts";
import { linesInWords } from "#orders/lines/lines-in-words.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { chargedBy, type OrderLine, planLine } from "#orders/lines/order-lines.ts";
import { isTakenBack } from "#orders/money-note.ts";
import type { Order } from "#orders/order.ts";
import { firstPrices } from "#platform/cycle-prices.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type DateReader, dateOf, isoTime, longDateOf, minuteOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { selectOrderTax } from "#tax/order-tax.server.ts";
import { taxInWords } from "#tax/tax-words.ts";

export type OrderView = ReturnType<typeof orderView>;

/** What a page shows of an order besides its own facts. */
interface OrderViewOptions {
  /** False for a person of the company without the right to payments. */
  readonly seesPrice?: boolean;
  /** For a page that shows what the price consists of. */
  readonly lines?: readonly OrderLine[] | undefined;
  /** Of the order, such as "VAT 20 % included: $24.83". */
  readonly taxWords?: string;
  /** The company that buys, line by line; empty for a person. */
  readonly billedTo?: readonly string[];
}

export function orderView(
  order: Order,
  reader: DateReader,
  {
    seesPrice = true,
    lines = [planLine(order)],
    taxWords = "",
    billedTo = [],
  }: OrderViewOptions = {},
) {
  const prices = chargedBy(lines, order);
  return {
    id: order.id,
    number: order.number,
    /** MM/DD/YY in the site's time zone. */
    date: dateOf(order.placedAt, reader.timeZone),
    fullDate: minuteOf(order.placedAt, reader),
    /** Such as "Nov 29, 2026". */
    day: longDateOf(order.placedAt, reader),
    isoDate: isoTime(order.placedAt),
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    /** Address and country in one line; only the country after the account was deleted. */
    customerAddress: [order.customerAddress, order.customerCountry].filter(Boolean).join(", "),
    billedTo: seesPrice ? billedTo : [],
    customerWebsite: order.customerWebsite,
    packageId: order.packageId,
    packageName: order.packageName,
    companyName: order.companyName,
    /** "" for somebody who sees no prices. */
    price: seesPrice ? dollarsFromCents(order.priceCents) : "",
    /** True for an order with a price of nothing; false for somebody who sees no prices. */
    isFree: seesPrice && order.priceCents === 0,
    /** The prices of all cycles with their interval, such as "$149.00 a month". */
    pricePer: seesPrice ? pricesInWords(prices, order.charged) : "",
    /** True when the first cycle has another price than the later ones. */
    isFirstOther: firstPrices(prices).length > 0,
    /** None for an order of its plan alone, and for somebody who sees no prices. */
    lines: seesPrice ? linesInWords(order, lines) : [],
    taxWords: seesPrice ? taxWords : "",
    charged: order.charged,
    orderStatus: order.orderStatus,
    paymentStatus: order.paymentStatus,
  };
}

/** An order with what its price consists of, and with the company that buys. */
export async function linedOrderView(
  { database }: Pick<Services, "database">,
  order: Order,
  reader: DateReader,
  seesPrice = true,
): Promise<OrderView> {
  const lines = await linesOfOrder(database.read, order);
  const tax = await selectOrderTax(database.read, order.id);
  const taxWords = taxInWords(order.priceCents, tax);
  const company = await billedCompany(database.read, order);
  const billedTo = company === null ? [] : buyerLines(company);
  return orderView(order, reader, { seesPrice, lines, taxWords, billedTo });
}

/**
 * An order in a list of the team, with a mark while a payment is expected or being checked. Throws
 * "forbidden" like `paymentMarks`.
 */
export type MarkedOrderView = Awaited<ReturnType<typeof markedOrderViews>>[number];

/** What the team sees of an order's money beside its status. */
export interface MoneyWords {
  /** The status in words that are true for money which a bank took back. */
  readonly paymentWords: string;
  /** Such as "$50.00 refunded"; "" if the status says all. */
  readonly moneyNote: string;
}

/** By order id. Only a live site marks test payments, because another says it on every page. */
export async function moneyWordsOf(
  { database, payments }: Pick<Services, "database" | "payments">,
  orders: readonly Order[],
): Promise<(order: Order) => MoneyWords> {
  const notes = await moneyNotes(
    database.read,
    orders.map(({ id }) => id),
  );
  return ({ id, paymentStatus }) => {
    const note = notes.get(id);
    const { refundedCents = 0, takenBackCents = 0, isTest = false } = note ?? {};
    const isBack = paymentStatus === "Refunded" && isTakenBack(note);
    const isSaid = paymentStatus === "Refunded" && (takenBackCents === 0 || refundedCents === 0);
    return {
      paymentWords: isBack ? "Taken back" : paymentStatus,
      moneyNote: [
        isBack ? "By the bank or PayPal" : "",
        refundedCents > 0 && !isSaid ? `${dollarsFromCents(refundedCents)} refunded` : "",
        takenBackCents > 0 && !isSaid ? `${dollarsFromCents(takenBackCents)} taken back` : "",
        isTest && payments.mode === "live" ? "Test payment" : "",
      ]
        .filter(Boolean)
        .join(", "),
    };
  };
}

export async function markedOrderViews(
  services: Services,
  actor: Actor,
  orders: readonly Order[],
  reader: DateReader,
) {
  const marks = await paymentMarks(services, actor, orders, "every");
  const wordsOf = await moneyWordsOf(services, orders);
  return orders.map((order) => ({
    ...wordsOf(order),
    ...orderView(order, reader, { seesPrice: seesPrice(actor, order) }),
    paymentMark: marks.get(order.id) ?? null,
  }));
}
