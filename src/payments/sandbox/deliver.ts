import type { Log } from "#platform/metrics/log.ts";
import type { Delivery } from "./outcomes.ts";

type Timing = Pick<Delivery, "copies" | "delayMs" | "isLost">;

const timeoutMs = 5000;

export interface SandboxMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends the notifications of an outcome to the shop. Resolves when every notification without a
 * delay was sent; the caller then sends the browser back to the shop. Logs a failed delivery and
 * continues.
 */
export async function deliver<D extends Timing>(
  url: string,
  deliveries: readonly D[],
  messageFor: (delivery: D) => SandboxMessage,
  log: Log,
): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.isLost) continue;
    const { copies = 1, delayMs } = delivery;
    const sendAll = async () => {
      const message = messageFor(delivery);
      await Promise.all(Array.from({ length: copies }, () => send(url, message, log)));
    };
    if (delayMs === undefined) await sendAll();
    // Because of `unref`, a stop of the server does not wait for delayed notifications.
    else setTimeout(sendAll, delayMs).unref();
  }
}

export async function send(url: string, message: SandboxMessage, log: Log): Promise<void> {
  try {
    const { status } = await fetch(url, {
      method: "POST",
      body: message.body,
      headers: { "user-agent": "Sandbox", ...message.headers },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status !== 200) log.warn({ status }, "the shop did not take the sandbox's notification");
  } catch (error) {
    log.warn({ err: error }, "the sandbox's notification did not reach the shop");
  }
}
