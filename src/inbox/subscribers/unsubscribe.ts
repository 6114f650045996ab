import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { readSubscriberToken } from "./subscriber-token.ts";

interface UnsubscribeDependencies {
  readonly database: Database;
  readonly secret: string;
}

/**
 * Takes the subscriber whom the link was made for off the list and forgets them. One who is off it
 * already stays so. Throws "invalid" for a forged link.
 */
export async function unsubscribe(
  { database, secret }: UnsubscribeDependencies,
  token: string,
): Promise<void> {
  const id = linkedSubscriber(secret, token);
  await database.write((tx) => tx.deleteFrom("subscribers").where("id", "=", id).execute());
}

/** Whether whom the link was made for is on the list still. Throws "invalid" for a forged link. */
export async function isOnList(
  { database, secret }: UnsubscribeDependencies,
  token: string,
): Promise<boolean> {
  const id = linkedSubscriber(secret, token);
  const subscribers = database.read.selectFrom("subscribers").select("id").where("id", "=", id);
  return (await subscribers.executeTakeFirst()) !== undefined;
}

/** Whom the link was made for. Throws "invalid" for a forged one. */
export function linkedSubscriber(secret: string, token: string): string {
  const read = readSubscriberToken(secret, "unsubscribe", token);
  if (read === null) {
    throw new AppError("invalid", "This link is not one of ours, or a part of it is missing.");
  }
  return read.subscriberId;
}
