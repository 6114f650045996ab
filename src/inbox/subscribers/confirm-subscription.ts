import type { Database, Queries } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { readSubscriberToken } from "./subscriber-token.ts";

interface ConfirmationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/** A subscription that a link in a mail leads to. */
export interface LinkedSubscription {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/**
 * What the link in a confirmation mail is about; reading it changes nothing. Throws "invalid" when
 * it is forged or expired, or its subscription is gone.
 */
export function findConfirmation(
  { database, clock, secret }: ConfirmationDependencies,
  token: string,
): Promise<LinkedSubscription> {
  return findSubscription(database.read, tokenBearer(secret, token, clock()));
}

/** Puts the address on the list; one that is there stays. Throws as `findConfirmation` does. */
export async function confirmSubscription(
  { database, clock, secret }: ConfirmationDependencies,
  token: string,
): Promise<void> {
  const id = tokenBearer(secret, token, clock());
  await database.write(async (tx) => {
    await findSubscription(tx, id);
    await tx
      .updateTable("subscribers")
      .set({ confirmed_at: clock() })
      .where("id", "=", id)
      .where("confirmed_at", "is", null)
      .execute();
  });
}

function tokenBearer(secret: string, token: string, now: number): string {
  const read = readSubscriberToken(secret, "confirm-subscription", token);
  if (read === null) {
    throw new AppError("invalid", "This link is not one of ours, or a part of it is missing.");
  }
  if (read.expiresAt !== null && read.expiresAt <= now) {
    throw new AppError("invalid", "This link has expired. Subscribe once more to get a new one.");
  }
  return read.subscriberId;
}

async function findSubscription(queries: Queries, id: string): Promise<LinkedSubscription> {
  const row = await queries
    .selectFrom("subscribers")
    .select(["email", "confirmed_at"])
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError("invalid", "This link was used up. Subscribe once more to get a new one.");
  }
  return { email: row.email, isConfirmed: row.confirmed_at !== null };
}
