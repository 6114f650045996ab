import type { WriteTransaction } from "#platform/database/database.ts";
import type { Cycle } from "../model/subscription.ts";
import { daysToFirstPayment } from "../model/subscription-state.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** A provider has reported something about the payment, which can take a bank or a person days. */
const reportedMs = 10 * dayMs;

/**
 * Until when the payment of a first order is awaited: some days after the order or the last start of
 * a payment, and longer after a provider's report. Null while a bank transfer is awaited, which the
 * owner sees arrive.
 */
export async function firstPaymentAwaitedUntil(
  tx: WriteTransaction,
  { orderId, madeAt }: Cycle,
): Promise<number | null> {
  const transfer = await tx
    .selectFrom("bank_transfers")
    .select("left_at")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (transfer !== undefined && transfer.left_at === null) return null;
  const attempts = await tx
    .selectFrom("payment_attempts")
    .select(["id", "created_at"])
    .where("order_reference", "=", orderId)
    .execute();
  const ids = attempts.map(({ id }) => id);
  const reports =
    ids.length === 0
      ? []
      : await tx
          .selectFrom("payment_notifications")
          .select("received_at")
          .where("attempt_id", "in", ids)
          .execute();
  const started = [madeAt, ...attempts.map(({ created_at }) => created_at)];
  return Math.max(
    ...started.map((at) => at + daysToFirstPayment * dayMs),
    ...reports.map(({ received_at }) => received_at + reportedMs),
  );
}
