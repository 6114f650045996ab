import { sql } from "kysely";
import type { Queries } from "#platform/database/database.ts";
import { amountFromCents } from "#platform/money.ts";

/** Compares subscriptions with their cycles, the cycles with their orders, and both with the ledger. */
export async function checkSubscriptions(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  await checkCyclesWithoutPayment(queries, note);
  await checkPaymentsWithoutCycle(queries, note);
  await checkPeriods(queries, note);
  await checkLowerPrices(queries, note);
  await checkEnds(queries, note);
}

/** A cycle whose order claims to be paid has a payment of its price in the ledger. */
async function checkCyclesWithoutPayment(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  const rows = await cyclesWithSubscriptions(queries)
    .leftJoin("payment_ledger as entry", (join) =>
      join.onRef("entry.order_id", "=", "cycle.order_id").on("entry.kind", "=", "payment"),
    )
    .leftJoin("orders", "orders.id", "cycle.order_id")
    .select(["orders.number as orderNumber", "orders.price_cents as priceCents"])
    .where(({ or, and, eb, ref }) =>
      or([
        eb("orders.id", "is", null),
        eb("orders.price_cents", "<>", ref("cycle.price_cents")),
        and([
          eb("orders.payment_status", "in", ["Paid", "Refunded"]),
          eb("entry.id", "is", null),
          // Money that was taken back before its payment was reported makes an order Refunded.
          sql<boolean>`not exists (select 1 from payment_ledger as other
            where other.order_id = cycle.order_id)`,
        ]),
      ]),
    )
    .execute();
  for (const { number, start, orderNumber, priceCents, cycleCents } of rows) {
    const cycle = `The cycle of ${start} of subscription ${number}`;
    if (orderNumber === null) note(`${cycle} is for an order that is not there.`);
    else if (priceCents !== cycleCents) {
      note(
        `${cycle} costs ${amountFromCents(cycleCents)} USD, and its order ${orderNumber} ${amountFromCents(priceCents ?? 0)} USD.`,
      );
    } else note(`${cycle} is a cycle without payment: order ${orderNumber} is kept as paid.`);
  }
}

/** A payment that a provider made for a subscription belongs to the order of one of its cycles. */
async function checkPaymentsWithoutCycle(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  const rows = await queries
    .selectFrom("payment_ledger as entry")
    .innerJoin("payment_notifications as message", "message.id", "entry.notification_id")
    .innerJoin("payment_attempts as attempt", "attempt.id", "message.attempt_id")
    .innerJoin("subscription_cycles as first", "first.order_id", "attempt.order_reference")
    .innerJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("subscription_cycles as cycle", (join) =>
      join
        .onRef("cycle.order_id", "=", "entry.order_id")
        .onRef("cycle.subscription_id", "=", "first.subscription_id"),
    )
    .select(["entry.transaction_id as transactionId", "orders.number as orderNumber"])
    .where("entry.kind", "=", "payment")
    // An admin can link a payment to any order.
    .whereRef("entry.author", "=", "entry.provider")
    .where("cycle.order_id", "is", null)
    .orderBy("entry.id")
    .execute();
  for (const { transactionId, orderNumber } of rows) {
    note(
      `The payment ${transactionId} of order ${orderNumber} is a payment without cycle: a subscription was charged, and this order is none of its periods.`,
    );
  }
}

/** The periods of a subscription do not overlap. */
async function checkPeriods(queries: Queries, note: (difference: string) => void): Promise<void> {
  const rows = await cyclesWithSubscriptions(queries)
    .innerJoin("subscription_cycles as other", (join) =>
      join
        .onRef("other.subscription_id", "=", "cycle.subscription_id")
        .onRef("other.period_start", ">", "cycle.period_start")
        .onRef("other.period_start", "<", "cycle.period_end"),
    )
    .select("other.period_start as otherStart")
    .where("cycle.withdrawn_at", "is", null)
    .where("other.withdrawn_at", "is", null)
    .execute();
  for (const { number, start, otherStart } of rows) {
    note(`The periods from ${start} and ${otherStart} of subscription ${number} overlap.`);
  }
}

/** What is taken off the first cycles is taken off those, one after the other, and off no more. */
async function checkLowerPrices(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  const counted = await cyclesWithLowerPrices(queries)
    .select(["subscriptions.number", "line.label", "line.cycles"])
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .groupBy(["subscriptions.number", "line.label", "line.kind", "line.cycles"])
    .having(sql<boolean>`count(*) > line.cycles`)
    .orderBy("subscriptions.number")
    .execute();
  for (const { number, label, cycles, count } of counted) {
    note(
      `Subscription ${number} has “${label}” in ${count} orders, and it counts for the first ${cycles}.`,
    );
  }
  const late = await cyclesWithLowerPrices(queries)
    .innerJoin("subscription_cycles as earlier", (join) =>
      join
        .onRef("earlier.subscription_id", "=", "cycle.subscription_id")
        .onRef("earlier.period_start", "<", "cycle.period_start")
        .on("earlier.withdrawn_at", "is", null),
    )
    .leftJoin("order_lines as its_line", (join) =>
      join
        .onRef("its_line.order_id", "=", "earlier.order_id")
        .on("its_line.cycles", "is not", null),
    )
    .select(["subscriptions.number", "line.label", "cycle.period_start as start"])
    .select("earlier.period_start as earlierStart")
    .where("its_line.order_id", "is", null)
    .orderBy("subscriptions.number")
    .execute();
  for (const { number, label, start, earlierStart } of late) {
    note(
      `The cycle of ${start} of subscription ${number} has “${label}”, and the one of ${earlierStart} before it has not.`,
    );
  }
}

function cyclesWithLowerPrices(queries: Queries) {
  return queries
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("subscriptions", "subscriptions.id", "cycle.subscription_id")
    .innerJoin("order_lines as line", "line.order_id", "cycle.order_id")
    .where("line.cycles", "is not", null)
    .where("cycle.withdrawn_at", "is", null);
}

async function checkEnds(queries: Queries, note: (difference: string) => void): Promise<void> {
  const rows = await queries
    .selectFrom("subscriptions")
    .leftJoin("subscription_events as ending", (join) =>
      join.onRef("ending.subscription_id", "=", "subscriptions.id").on("ending.once", "=", "ended"),
    )
    .select(["subscriptions.number", "subscriptions.ended_at as endedAt"])
    .select("ending.at")
    .where(sql<boolean>`subscriptions.ended_at is distinct from ending.at`)
    .orderBy("subscriptions.number")
    .execute();
  for (const { number, endedAt } of rows) {
    const kept = endedAt === null ? "is kept as running" : "is kept as ended";
    note(`Subscription ${number} ${kept}, and its events say otherwise.`);
  }
}

function cyclesWithSubscriptions(queries: Queries) {
  return queries
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("subscriptions", "subscriptions.id", "cycle.subscription_id")
    .select(["subscriptions.number", "cycle.period_start as start"])
    .select("cycle.price_cents as cycleCents")
    .orderBy("subscriptions.number")
    .orderBy("cycle.period_start");
}
