import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { insertNotification } from "./notification-store.server.ts";

const maxBytes = 64 * 1024;
const longestHeader = 2000;

interface ReceiveDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
}

/**
 * Stores a notification as it arrived. Once this resolves, it is on disk and may be acknowledged.
 * Throws "wrong-type", "too-large", "invalid" for an empty body, and "unavailable" when too many
 * wait; the sender then repeats it later.
 */
export async function receiveNotification(
  { database, provider, clock }: ReceiveDependencies,
  raw: Uint8Array,
  headers: Headers,
): Promise<void> {
  const door = provider.notifications;
  const contentType = headers.get("content-type") ?? "";
  if (contentType.split(";")[0]?.trim().toLowerCase() !== door.mediaType) {
    throw new AppError("wrong-type", `A notification is ${door.mediaType}, and nothing else.`);
  }
  if (raw.length > maxBytes) {
    throw new AppError("too-large", `A notification has at most ${maxBytes} bytes.`);
  }
  if (raw.length === 0) throw new AppError("invalid", "The notification is empty.");
  const kept = door.headers.map((name) => [name, headers.get(name)?.slice(0, longestHeader)]);
  const message = provider.readNotification(raw);
  await database.write((tx) =>
    insertNotification(tx, {
      provider: provider.name,
      receivedAt: clock(),
      source: "provider",
      contentType: contentType.slice(0, longestHeader),
      headers: Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
      raw,
      message,
    }),
  );
}
