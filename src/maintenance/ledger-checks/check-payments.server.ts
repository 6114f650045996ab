import { providerFamilies } from "#payments/payment-provider.ts";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { amountFromCents } from "#platform/money.ts";

/** Compares each attempt with its order. Returns the providers of all attempts. */
export async function checkAttempts(
  queries: Queries,
  note: (difference: string) => void,
): Promise<ReadonlySet<string>> {
  const wrong = await queries
    .selectFrom("payment_attempts as attempt")
    .leftJoin("orders", "orders.id", "attempt.order_reference")
    .select(["attempt.id", "attempt.provider", "attempt.amount_cents", "attempt.currency"])
    .select(["orders.number", "orders.price_cents", "orders.currency as order_currency"])
    .where(({ or, eb, ref }) =>
      or([
        eb("orders.number", "is", null),
        eb("attempt.amount_cents", "<>", ref("orders.price_cents")),
        eb("attempt.currency", "<>", ref("orders.currency")),
      ]),
    )
    .orderBy("attempt.id")
    .execute();
  for (const { id, provider, amount_cents, currency, number, ...order } of wrong) {
    note(
      number === null
        ? `The hand-off ${id} to ${provider} is for an order that is not there.`
        : `Order ${number} costs ${amountFromCents(order.price_cents ?? 0)} ${order.order_currency}, and was handed off to ${provider} for ${amountFromCents(amount_cents)} ${currency}.`,
    );
  }
  const rows = await queries.selectFrom("payment_attempts").select("provider").distinct().execute();
  return new Set(rows.map(({ provider }) => provider));
}

/** Compares each applied notification with its ledger entry. */
export async function checkNotifications(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  const wrong = await queries
    .selectFrom("payment_notifications as message")
    .leftJoin("orders", "orders.id", "message.order_reference")
    // Joins by provider and transaction as well, because the ledger has no index on the
    // notification id alone.
    .leftJoin("payment_ledger as entry", (join) =>
      join
        .onRef("entry.provider", "=", "message.provider")
        .onRef("entry.transaction_id", "=", "message.transaction_id")
        .onRef("entry.notification_id", "=", "message.id"),
    )
    .select(["message.provider", "message.transaction_id", "message.state"])
    .select(["message.payment_status", "orders.number", "entry.id as entry_id"])
    .where("message.outcome", "=", "applied")
    .where(({ or, eb }) => or([eb("message.state", "<>", "verified"), eb("entry.id", "is", null)]))
    .orderBy("message.id")
    .execute();
  for (const message of wrong) {
    const of = message.number === null ? "" : ` of order ${message.number}`;
    const name = `The message of ${message.provider} about transaction ${message.transaction_id} (${message.payment_status})`;
    if (message.state !== "verified") {
      note(`${name} was applied, but it is ${message.state}, not verified.`);
    }
    if (message.entry_id === null) {
      note(`${name} was applied, and the ledger${of} has no entry of it.`);
    }
  }
}

/**
 * Compares each ledger entry with its notification and attempt. An entry whose provider is not in
 * `providers` was recorded by an admin.
 */
export async function checkEntries(
  queries: Queries,
  providers: ReadonlySet<string>,
  note: (difference: string) => void,
) {
  let entries = 0;
  let refundedCents = 0;
  let netCents = 0;
  const chunks = rowChunks(
    { after: "" },
    (entry: Entry) => entry.id,
    (after, size) => selectEntries(queries, after, size),
  );
  for await (const chunk of chunks) {
    for (const entry of chunk) {
      entries++;
      if (entry.is_demonstration !== 1) {
        netCents += entry.amount_cents;
        if (entry.kind !== "payment") refundedCents -= entry.amount_cents;
      }
      const fault = orderFault(entry) ?? messageFault(entry, providers) ?? originFault(entry);
      if (fault !== null) note(`${nameOf(entry)} ${fault}.`);
    }
  }
  return { entries, refundedCents, netCents };
}

type Entry = Awaited<ReturnType<typeof selectEntries>>[number];

function selectEntries(queries: Queries, after: string, limit: number) {
  return queries
    .selectFrom("payment_ledger as entry")
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("payment_notifications as message", "message.id", "entry.notification_id")
    .leftJoin("payment_attempts as attempt", "attempt.id", "message.attempt_id")
    .leftJoin("subscription_cycles as cycle", "cycle.order_id", "entry.order_id")
    .leftJoin("subscription_cycles as first_cycle", (join) =>
      join
        .onRef("first_cycle.order_id", "=", "attempt.order_reference")
        .onRef("first_cycle.subscription_id", "=", "cycle.subscription_id"),
    )
    .leftJoin("payment_ledger as payment", (join) =>
      join
        .onRef("payment.provider", "=", "entry.provider")
        .onRef("payment.transaction_id", "=", "entry.parent_transaction_id")
        .on("payment.kind", "=", "payment"),
    )
    .leftJoin("orders as paid", "paid.id", "payment.order_id")
    .select(["entry.id", "entry.kind", "entry.amount_cents", "entry.currency", "entry.provider"])
    .select(["entry.order_id", "entry.transaction_id", "entry.notification_id", "entry.author"])
    .select(["entry.parent_transaction_id", "payment.order_id as paid_order_id"])
    .select(["paid.number as paid_number"])
    .select([
      "orders.number",
      "orders.is_demonstration",
      "message.id as message_id",
      "message.state",
    ])
    .select(["message.provider as message_provider"])
    .select(["message.transaction_id as message_transaction"])
    .select(["attempt.order_reference", "attempt.amount_cents as handed_off_cents"])
    .select(["attempt.currency as handed_off_currency", "attempt.provider as attempt_provider"])
    .select(["first_cycle.order_id as subscribed_with", "cycle.price_cents as cycle_cents"])
    .where("entry.id", ">", after)
    .orderBy("entry.id")
    .limit(limit)
    .execute();
}

function nameOf(entry: Entry): string {
  const { kind, transaction_id: transaction } = entry;
  const what = `${kind} of ${amountFromCents(entry.amount_cents)} ${entry.currency}`;
  const which = transaction === null ? "" : ` (${entry.provider}, transaction ${transaction})`;
  const order = entry.number === null ? `order id ${entry.order_id}` : `order ${entry.number}`;
  return `In the ledger of ${order}, the ${what}${which}`;
}

function orderFault({ number }: Entry): string | null {
  return number === null ? "belongs to an order that is not there" : null;
}

function messageFault(entry: Entry, providers: ReadonlySet<string>): string | null {
  if (entry.notification_id === null) {
    const needsOne = entry.provider !== null && providers.has(entry.provider);
    return needsOne ? "has no message of the provider behind it" : null;
  }
  if (entry.message_id === null) return "names a message that is not there";
  if (entry.state !== "verified") return `rests on a message that is ${entry.state}, not verified`;
  const isSame =
    entry.message_provider === entry.provider && entry.message_transaction === entry.transaction_id;
  if (isSame) return null;
  return `rests on a message of ${entry.message_provider} about transaction ${entry.message_transaction}`;
}

/** A payment is checked against its attempt, any other entry against its payment. */
function originFault(entry: Entry): string | null {
  if (entry.kind === "cancellation" || entry.kind === "nothing-due") return null;
  return entry.kind === "payment" ? handOffFault(entry) : paymentFault(entry);
}

function paymentFault(entry: Entry): string | null {
  const payment = `is about the payment ${entry.parent_transaction_id}, which is`;
  if (entry.paid_order_id === null) return `${payment} not in the ledger`;
  if (entry.paid_order_id === entry.order_id) return null;
  return `${payment} in that of order ${entry.paid_number ?? `id ${entry.paid_order_id}`}`;
}

/**
 * Compares a payment with its attempt, unless an admin decided about the payment: an admin can
 * accept another amount, or link the payment to another order.
 */
function handOffFault(entry: Entry): string | null {
  const { order_reference, handed_off_cents, author, provider } = entry;
  if (order_reference === null || handed_off_cents === null || author !== provider) return null;
  // All cycles of a subscription are paid by the hand-off of the first one.
  const isLaterCycle = entry.subscribed_with !== null && entry.subscribed_with !== entry.order_id;
  if (order_reference !== entry.order_id && !isLaterCycle)
    return "was handed off for another order";
  if (entry.attempt_provider !== provider) return `was handed off to ${entry.attempt_provider}`;
  const agreedCents = isLaterCycle ? entry.cycle_cents : handed_off_cents;
  const isSame = agreedCents === entry.amount_cents && entry.handed_off_currency === entry.currency;
  if (isSame) return null;
  return `was handed off for ${amountFromCents(handed_off_cents)} ${entry.handed_off_currency}`;
}

/**
 * Finds transactions that the ledger counts twice, once through each of two protocols of one
 * provider.
 */
export async function checkTwins(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for (const [one, other] of providerFamilies.flatMap(pairsOf)) {
    for (const twin of await selectTwins(queries, one, other)) {
      note(
        `The ${twin.kind} ${twin.transaction_id} counts twice: for order ${twin.number} through ${one}, and for order ${twin.other_number} through ${other}.`,
      );
    }
  }
}

function pairsOf(family: readonly string[]): (readonly [string, string])[] {
  return family.flatMap((one, index) =>
    family.slice(index + 1).map((other) => [one, other] as const),
  );
}

function selectTwins(queries: Queries, one: string, other: string) {
  return queries
    .selectFrom("payment_ledger as entry")
    .innerJoin("payment_ledger as twin", (join) =>
      join
        .on("twin.provider", "=", other)
        .onRef("twin.transaction_id", "=", "entry.transaction_id")
        .onRef("twin.kind", "=", "entry.kind"),
    )
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("orders as other_order", "other_order.id", "twin.order_id")
    .select(["entry.kind", "entry.transaction_id", "orders.number"])
    .select("other_order.number as other_number")
    .where("entry.provider", "=", one)
    .orderBy("entry.id")
    .execute();
}
