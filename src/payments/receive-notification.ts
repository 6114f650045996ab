import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { AppError } from "../platform/errors.ts";
import { insertNotification } from "./notification-store.server.ts";
import type { PaymentProvider } from "./payment-provider.ts";

const maxBytes = 64 * 1024;
const longestContentType = 200;

interface ReceiveDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
}

/**
 * Keeps a notification as it arrived: when this resolves it is on disk, and the sender may be told
 * so. Throws "wrong-type", "too-large", "invalid" for an empty body, and "unavailable" when too
 * many others wait; the sender sends it again then.
 */
export async function receiveNotification(
  { database, provider, clock }: ReceiveDependencies,
  raw: Uint8Array,
  contentType: string | undefined,
): Promise<void> {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") {
    throw new AppError("wrong-type", "A notification is a form, and nothing else.");
  }
  if (raw.length > maxBytes) {
    throw new AppError("too-large", `A notification has at most ${maxBytes} bytes.`);
  }
  if (raw.length === 0) throw new AppError("invalid", "The notification is empty.");
  const message = provider.readNotification(raw);
  await database.write((tx) =>
    insertNotification(tx, {
      provider: provider.name,
      receivedAt: clock(),
      contentType: (contentType ?? "").slice(0, longestContentType),
      raw,
      message,
    }),
  );
}
