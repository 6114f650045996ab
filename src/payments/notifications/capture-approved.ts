import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { Captured, PaymentMessage } from "../payment-provider.ts";
import { finishNotification, recordSettlement } from "./notification-outcome.server.ts";
import { type ClaimedNotification, insertNotification } from "./notification-store.server.ts";
import type { VerifyDependencies } from "./verify-notification.ts";

/**
 * Takes the money that a customer has approved. What the provider answers is kept like any other
 * message, in the transaction that finishes this one, and is applied from there. The message's own
 * id is the idempotency key: whoever dies here and tries again takes nothing twice.
 */
export async function captureApproved(
  deps: VerifyDependencies,
  claimed: ClaimedNotification,
  message: PaymentMessage,
  signal: AbortSignal,
): Promise<void> {
  const { database, provider, clock } = deps;
  const captured = await captureIfDue(deps, claimed.id, message, signal);
  const isCaptured = captured.kind === "captured";
  await database.write(async (tx) => {
    const now = clock();
    const state = isCaptured ? "verified" : "ignored";
    const done = { id: claimed.id, state, now, nextAttemptAt: null, message } as const;
    if (!(await finishNotification(tx, done))) return;
    const reason = isCaptured ? "The approved payment was captured." : captured.reason;
    await recordSettlement(tx, claimed.id, { outcome: "no-effect", reason });
    if (!isCaptured) return;
    await insertNotification(tx, {
      provider: provider.name,
      receivedAt: now,
      source: "answer",
      contentType: provider.notifications.mediaType,
      headers: {},
      raw: captured.raw,
      message: provider.readNotification(captured.raw),
    });
  });
}

async function captureIfDue(
  { database, provider, isDue }: VerifyDependencies,
  idempotencyKey: string,
  { checkoutReference, attemptId }: PaymentMessage,
  signal: AbortSignal,
): Promise<Captured> {
  const attempt = await findAttempt(database.read, provider.name, attemptId);
  // Another shop may share the account: what was not started here is not ours to take.
  if (checkoutReference === null || attempt?.reference !== checkoutReference) {
    return { kind: "refused", reason: "It is about a checkout that was not started here." };
  }
  if (!(await isDue(database.read, attempt.orderReference))) {
    const reason = "No payment is due for this order any more, so nothing was taken.";
    return { kind: "refused", reason };
  }
  if (provider.capturing === null) throw new Error(`${provider.name} captures nothing.`);
  return provider.capturing.capture(checkoutReference, idempotencyKey, signal);
}
