import type { Selectable } from "kysely";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { PaymentAttemptsTable } from "../payment-tables.server.ts";

/** One start of a payment at a provider. Notifications carry the id of the attempt. */
export interface PaymentAttempt {
  readonly id: string;
  /** Id of the order; `payments/` only stores and compares it. */
  readonly orderReference: string;
  readonly provider: string;
  readonly amountCents: number;
  /** ISO 4217, such as "USD". */
  readonly currency: string;
  /** Receiving account at the provider: an email address or PayPal's merchant id. */
  readonly receiver: string;
  /**
   * The provider's id of the checkout; null until the provider creates the checkout, and always
   * null with Payments Standard.
   */
  readonly reference: string | null;
  readonly createdAt: number;
  /** Time of the customer's first return from the provider; null before a return. */
  readonly returnedAt: number | null;
  /** Account of the panel that takes the payment; null for the account of the environment. */
  readonly paymentAccount: string | null;
  /** When the customer chose another way instead; null for an attempt that was not left. */
  readonly leftAt: number | null;
}

export async function recordAttempt(
  tx: WriteTransaction,
  {
    accountId = null,
    paymentAccount = null,
    ...given
  }: Omit<PaymentAttempt, "id" | "reference" | "returnedAt" | "leftAt" | "paymentAccount"> & {
    readonly paymentAccount?: string | null;
    /** Account of the person who starts the payment. */
    readonly accountId?: string | null;
  },
): Promise<PaymentAttempt> {
  const attempt: PaymentAttempt = {
    id: newId(),
    reference: null,
    returnedAt: null,
    paymentAccount,
    leftAt: null,
    ...given,
  };
  await tx
    .insertInto("payment_attempts")
    .values({
      id: attempt.id,
      order_reference: attempt.orderReference,
      provider: attempt.provider,
      amount_cents: attempt.amountCents,
      currency: attempt.currency,
      receiver: attempt.receiver,
      created_at: attempt.createdAt,
      account_id: accountId,
      payment_account: attempt.paymentAccount,
    })
    .execute();
  return attempt;
}

/** Null when this provider has no attempt with this id. */
export async function findAttempt(
  queries: Queries,
  provider: string,
  id: string | null,
): Promise<PaymentAttempt | null> {
  if (id === null) return null;
  const row = await queries
    .selectFrom("payment_attempts")
    .selectAll()
    .where("id", "=", id)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row === undefined ? null : asAttempt(row);
}

/** Oldest first. */
export async function attemptsOf(
  queries: Queries,
  orderReferences: readonly string[],
): Promise<readonly PaymentAttempt[]> {
  const rows = await queries
    .selectFrom("payment_attempts")
    .selectAll()
    .where("order_reference", "in", orderReferences)
    .orderBy("id")
    .execute();
  return rows.map(asAttempt);
}

export async function noteCheckout(
  tx: WriteTransaction,
  attemptId: string,
  { reference, receiver }: { readonly reference: string; readonly receiver: string },
): Promise<void> {
  await tx
    .updateTable("payment_attempts")
    .set({ reference, receiver })
    .where("id", "=", attemptId)
    .execute();
}

/** Records only the first return of the customer. */
export async function noteReturned(
  tx: WriteTransaction,
  attemptId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable("payment_attempts")
    .set({ returned_at: at })
    .where("id", "=", attemptId)
    .where("returned_at", "is", null)
    .execute();
}

/** Records that the customer has left the checkouts of these attempts for another way to pay. */
export async function noteLeft(
  tx: WriteTransaction,
  attemptIds: readonly string[],
  at: number,
): Promise<void> {
  if (attemptIds.length === 0) return;
  await tx
    .updateTable("payment_attempts")
    .set({ left_at: at })
    .where("id", "in", attemptIds)
    .where("left_at", "is", null)
    .execute();
}

function asAttempt(row: Selectable<PaymentAttemptsTable>): PaymentAttempt {
  return {
    id: row.id,
    orderReference: row.order_reference,
    provider: row.provider,
    amountCents: row.amount_cents,
    currency: row.currency,
    receiver: row.receiver,
    reference: row.reference,
    createdAt: row.created_at,
    returnedAt: row.returned_at,
    paymentAccount: row.payment_account,
    leftAt: row.left_at,
  };
}
