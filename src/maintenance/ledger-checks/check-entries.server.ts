import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { amountFromCents } from "../../platform/money.ts";

interface CheckedEntries {
  readonly entries: number;
  readonly refundedCents: number;
  readonly netCents: number;
}

/**
 * Each entry of the ledger beside the message that moved the money, and beside what was handed off.
 * `providers` send messages; whatever else has an entry was written down by a person.
 */
export async function checkEntries(
  queries: Queries,
  providers: ReadonlySet<string>,
  note: (difference: string) => void,
): Promise<CheckedEntries> {
  let entries = 0;
  let refundedCents = 0;
  let netCents = 0;
  for await (const chunk of entryChunks(queries)) {
    for (const entry of chunk) {
      entries++;
      netCents += entry.amount_cents;
      if (entry.kind !== "payment") refundedCents -= entry.amount_cents;
      const fault = orderFault(entry) ?? messageFault(entry, providers) ?? originFault(entry);
      if (fault !== null) note(`${nameOf(entry)} ${fault}.`);
    }
  }
  return { entries, refundedCents, netCents };
}

type Entry = Awaited<ReturnType<typeof selectEntries>>[number];

function entryChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (entry: Entry) => entry.id,
    (after, size) => selectEntries(queries, after, size),
  );
}

function selectEntries(queries: Queries, after: string, limit: number) {
  return queries
    .selectFrom("payment_ledger as entry")
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("payment_notifications as message", "message.id", "entry.notification_id")
    .leftJoin("payment_attempts as attempt", "attempt.id", "message.attempt_id")
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
    .select(["orders.number", "message.id as message_id", "message.state"])
    .select(["message.provider as message_provider"])
    .select(["message.transaction_id as message_transaction"])
    .select(["attempt.order_reference", "attempt.amount_cents as handed_off_cents"])
    .select(["attempt.currency as handed_off_currency", "attempt.provider as attempt_provider"])
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

/** A payment rests on what was handed off; all else on the payment that it takes back or returns. */
function originFault(entry: Entry): string | null {
  if (entry.kind === "cancellation") return null;
  return entry.kind === "payment" ? handOffFault(entry) : paymentFault(entry);
}

function paymentFault(entry: Entry): string | null {
  const payment = `is about the payment ${entry.parent_transaction_id}, which is`;
  if (entry.paid_order_id === null) return `${payment} not in the ledger`;
  if (entry.paid_order_id === entry.order_id) return null;
  return `${payment} in that of order ${entry.paid_number ?? `id ${entry.paid_order_id}`}`;
}

/** What a person has linked to another order by hand is theirs to answer for. */
function handOffFault(entry: Entry): string | null {
  const { order_reference, handed_off_cents, author, provider } = entry;
  if (order_reference === null || handed_off_cents === null || author !== provider) return null;
  if (order_reference !== entry.order_id) return "was handed off for another order";
  if (entry.attempt_provider !== provider) return `was handed off to ${entry.attempt_provider}`;
  const isSame =
    handed_off_cents === entry.amount_cents && entry.handed_off_currency === entry.currency;
  if (isSame) return null;
  return `was handed off for ${amountFromCents(handed_off_cents)} ${entry.handed_off_currency}`;
}
