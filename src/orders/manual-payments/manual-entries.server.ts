import type { Queries, WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { addIfNew, type LedgerEntry, outside } from "../ledger/order-ledger.server.ts";
import type { Order } from "../order.ts";

/** What a person says of money that came, or went back, past every provider. */
interface Recorded {
  /** The form's own: it records once. */
  readonly key: string;
  readonly amount: number;
  readonly reference: string;
}

type OutsideEntry = NonNullable<Awaited<ReturnType<typeof findOutside>>>;

/** What was recorded by hand under a key; undefined while nothing was. */
export function findOutside(queries: Queries, kind: "payment" | "refund", key: string) {
  return queries
    .selectFrom("payment_ledger")
    .select(["order_id", "amount_cents", "reference"])
    .where("provider", "=", outside)
    .where("transaction_id", "=", key)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

/** The same form once more says the same of the same order. Throws "key-reused" when it does not. */
export function whatWasRecorded(
  earlier: OutsideEntry,
  order: Order,
  { amount, reference }: Recorded,
): Order {
  const isSame =
    earlier.order_id === order.id &&
    Math.abs(earlier.amount_cents) === amount &&
    earlier.reference === reference;
  if (isSame) return order;
  throw keyReused();
}

/** Enters it for a locked order. Throws "key-reused". */
export async function addFromOutside(
  tx: WriteTransaction,
  order: Order,
  { key, reference }: Recorded,
  entry: Pick<LedgerEntry, "kind" | "amountCents" | "parentTransactionId" | "author" | "at">,
): Promise<void> {
  const how = { provider: outside, transactionId: key, reference, notificationId: null };
  // The order is locked: who was quicker since has used the key for another one.
  if (!(await addIfNew(tx, order, { ...entry, ...how }))) throw keyReused();
}

function keyReused(): AppError {
  const sentence = "This key was used before to record something else. Use a new one.";
  return new AppError("key-reused", sentence);
}
