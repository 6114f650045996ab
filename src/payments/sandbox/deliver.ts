import type { Log } from "../../platform/log.ts";
import type { CheckoutForm } from "./checkout-form.ts";
import type { Delivery, Outcome } from "./outcomes.ts";
import { newTransactionId, sandboxMessage } from "./sandbox-message.ts";

const timeoutMs = 5000;

interface DeliverOptions {
  readonly secret: string;
  readonly log: Log;
}

/**
 * Sends an outcome's notifications to the shop. Resolves when those are through that come before
 * the browser's return; what the shop answers changes nothing for the buyer.
 */
export async function deliver(
  form: CheckoutForm,
  outcome: Outcome,
  transactionId: string,
  { secret, log }: DeliverOptions,
): Promise<void> {
  for (const delivery of outcome.deliveries) {
    const ids =
      delivery.status === "Refunded"
        ? { transactionId: newTransactionId(), parentTransactionId: transactionId }
        : { transactionId };
    const body = sandboxMessage(form, delivery, ids, secret);
    const send = () => sendCopies(form.notifyUrl, body, delivery, log);
    if (delivery.delayMs === undefined) await send();
    // A stop does not wait for it: the payment it is about is only pretended.
    else setTimeout(send, delivery.delayMs).unref();
  }
}

async function sendCopies(
  url: string,
  body: string,
  { copies = 1 }: Delivery,
  log: Log,
): Promise<void> {
  await Promise.all(Array.from({ length: copies }, () => send(url, body, log)));
}

async function send(url: string, body: string, log: Log): Promise<void> {
  try {
    const { status } = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Sandbox-IPN" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status !== 200) log.warn({ status }, "the shop did not take the sandbox's notification");
  } catch (error) {
    log.warn({ err: error }, "the sandbox's notification did not reach the shop");
  }
}
