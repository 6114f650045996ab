import type { Order } from "#orders/order.ts";
import { searchedTexts } from "#orders/searched-texts.ts";
import type { Database } from "#platform/database/database.ts";

/** Pseudo-random numbers from 0 to 1; the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const firstNames = "Ada,Ann,Änne,Ben,Bob,Cato,Dan,Émile,Eva,Jürgen,Mary Jane,O'Neil,李".split(",");
const lastNames = "Field,Fields,Smith,Smythe,Barley-Rye,Quill,van der Meer,Zhou,Øst".split(",");
const domains = ["example.com", "example.com", "example.com", "example.org", "farm.example"];
const plans = [
  { name: "Basic", cents: 14_900 },
  { name: "Basic", cents: 15_900 },
  { name: "Standard", cents: 29_900 },
  { name: "Premium", cents: 49_900 },
];
const hourMs = 60 * 60 * 1000;

/**
 * Orders with mixed statuses. An order can have an earlier time than the order with the previous
 * number.
 */
export function randomOrders(count: number, seed: number): Order[] {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const name = `${pick(firstNames)} ${pick(lastNames)}`;
    const plan = pick(plans);
    const placedAt = Date.UTC(2026, 0, 1) + index * hourMs - Math.floor(random() * 3) * hourMs;
    const state = random();
    const paymentStatus =
      state < 0.7 ? "Paid" : state < 0.9 ? "UnPaid" : state < 0.995 ? "Cancelled" : "Refunded";
    return {
      id: `order-${String(index + 1).padStart(7, "0")}`,
      number: index + 1,
      accountId: `account-${index % 100}`,
      companyId: `account-${index % 100}`,
      companyName: "",
      customerEmail: `${name.split(" ")[0]?.toLowerCase()}${index}@${pick(domains)}`,
      customerName: name,
      customerAddress: "1 Long Acre, Fairfield",
      customerCountry: "Norway",
      customerWebsite: "",
      packageId: "plan",
      packageName: plan.name,
      priceCents: plan.cents,
      currency: "USD",
      paymentStatus,
      orderStatus: random() < 0.9 ? "Delivered" : "Pending",
      placedAt,
      paidAt: paymentStatus === "Paid" ? placedAt : null,
      workingDays: 0,
      includedRounds: 2,
      refundDays: 14,
      charged: "once",
      minimumCycles: 0,
      assigneeId: null,
      isDemonstration: false,
    };
  });
}

/** Stores orders in batches of 500. */
export async function storeOrders(database: Database, orders: readonly Order[]): Promise<void> {
  for (let start = 0; start < orders.length; start += 500) {
    const chunk = orders.slice(start, start + 500);
    await database.write(async (tx) => {
      await tx.insertInto("orders").values(chunk.map(orderRow)).execute();
      const last_number = chunk.at(-1)?.number ?? 0;
      await tx.updateTable("order_counter").set({ last_number }).execute();
    });
  }
}

function orderRow(order: Order) {
  return {
    id: order.id,
    number: order.number,
    account_id: order.accountId,
    company_id: order.companyId,
    customer_email: order.customerEmail,
    customer_name: order.customerName,
    customer_address: order.customerAddress,
    customer_country: order.customerCountry,
    customer_website: order.customerWebsite,
    package_id: order.packageId,
    package_name: order.packageName,
    price_cents: order.priceCents,
    currency: order.currency,
    payment_status: order.paymentStatus,
    order_status: order.orderStatus,
    placed_at: order.placedAt,
    paid_at: order.paidAt,
    ...searchedTexts(order),
  };
}
