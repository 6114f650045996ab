import type { Selectable } from "kysely";
import type { Queries, WriteTransaction } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import type { PaymentAttempt } from "./payment-attempt.ts";
import type { PaymentAttemptsTable } from "./payment-tables.server.ts";

export async function recordAttempt(
  tx: WriteTransaction,
  given: Omit<PaymentAttempt, "id">,
): Promise<PaymentAttempt> {
  const attempt: PaymentAttempt = { id: newId(), ...given };
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
    })
    .execute();
  return attempt;
}

/** The attempt that a message names, if this provider was ever handed one with that id. */
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

/** Every time somebody was sent to pay for it, oldest first. */
export async function attemptsFor(
  queries: Queries,
  orderReference: string,
): Promise<readonly PaymentAttempt[]> {
  const rows = await queries
    .selectFrom("payment_attempts")
    .selectAll()
    .where("order_reference", "=", orderReference)
    .orderBy("id")
    .execute();
  return rows.map(asAttempt);
}

function asAttempt(row: Selectable<PaymentAttemptsTable>): PaymentAttempt {
  return {
    id: row.id,
    orderReference: row.order_reference,
    provider: row.provider,
    amountCents: row.amount_cents,
    currency: row.currency,
    receiver: row.receiver,
    createdAt: row.created_at,
  };
}
