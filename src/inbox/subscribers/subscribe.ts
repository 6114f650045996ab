import { z } from "zod";
import type { Post } from "#mail/mailer.ts";
import { queueEmail, templateTextsOf } from "#mail/queue-email.server.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type RateLimit,
  refuseOverLimits,
  type Sender,
} from "#platform/rate-limit.ts";
import { emailField, normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hasMailServer } from "#settings/stored-settings.server.ts";
import type { Subscriber } from "./subscriber.ts";
import {
  confirmLink,
  confirmWithinMs,
  readSubscriberToken,
  type TokenPurpose,
  unsubscribeUrl,
} from "./subscriber-token.ts";

interface SubscribeDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly post: Post;
  readonly configuration: Pick<Configuration, "rateLimitFactor" | "smtpUrl">;
}

export const subscriberSchema = z.strictObject({
  subemail: emailField("Enter an email address such as name@example.com."),
});

/**
 * Adds an address to the list or, when `asksToConfirm` is true, emails it a confirmation link
 * first. The result does not reveal whether the address was already on the list, because a
 * subscription is personal data. Throws "invalid" and "too-many".
 */
export async function subscribe(
  dependencies: SubscribeDependencies,
  sender: Sender,
  input: unknown,
): Promise<Subscriber> {
  const { database } = dependencies;
  const { subemail } = parseOrThrow(subscriberSchema, input);
  const limits = subscribeLimits(sender);
  await refuseOverLimits(database.read, limiterOf(dependencies), limits);
  const _id = newId();
  await database.write(async (tx) => {
    await countAttempt(tx, limiterOf(dependencies), limits);
    const mustConfirm = await asksToConfirm(tx, dependencies.configuration);
    const waitingId = await addAddress(tx, { _id, subemail }, dependencies.clock(), !mustConfirm);
    if (waitingId !== null) await askToConfirm(tx, dependencies, waitingId, subemail);
  });
  return { _id, subemail };
}

/** Returns the id of a subscriber who has to confirm, or null when the address is on the list. */
async function addAddress(
  tx: WriteTransaction,
  { _id, subemail }: Subscriber,
  now: number,
  isConfirmed: boolean,
): Promise<string | null> {
  const emailKey = normalEmail(subemail);
  // Deletes a subscription that an admin has removed, so that the person subscribes as a new
  // subscriber.
  await tx
    .deleteFrom("subscribers")
    .where("email_key", "=", emailKey)
    .where("removed_at", "is not", null)
    .execute();
  const times = { subscribed_at: now, confirmed_at: isConfirmed ? now : null, removed_at: null };
  const row = await tx
    .insertInto("subscribers")
    .values({ id: _id, email: subemail, email_key: emailKey, ...times })
    .onConflict((conflict) =>
      // Changes only an address that still waits for its confirmation: confirms the address if
      // `isConfirmed` is true, otherwise begins the week to confirm again.
      conflict
        .column("email_key")
        .doUpdateSet({ subscribed_at: now, confirmed_at: times.confirmed_at })
        .where("subscribers.confirmed_at", "is", null),
    )
    .returning(["id", "confirmed_at"])
    .executeTakeFirst();
  return row === undefined || row.confirmed_at !== null ? null : row.id;
}

async function askToConfirm(
  tx: WriteTransaction,
  dependencies: SubscribeDependencies,
  subscriberId: string,
  email: string,
): Promise<void> {
  const { post, secret, clock } = dependencies;
  // When the mailbox is over its limit, `queueEmail` sends nothing and throws nothing: an error
  // would reveal that somebody else has subscribed this address.
  await queueEmail(tx, post, {
    name: "confirmSubscription",
    recipient: email,
    values: { email },
    path: confirmLink(secret, subscriberId, clock() + confirmWithinMs),
    about: subscriberId,
    unsubscribeUrl: unsubscribeUrl(post.publicUrl, secret, subscriberId),
  });
}

interface ConfirmationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

interface LinkedSubscription {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/**
 * Reads the subscription of a confirmation link without confirming it. Throws "invalid" when the
 * link is forged or expired, or the subscriber was removed.
 */
export function findConfirmation(
  { database, clock, secret }: ConfirmationDependencies,
  token: string,
): Promise<LinkedSubscription> {
  return findSubscription(database.read, tokenBearer(secret, token, clock()));
}

/** Does nothing for a confirmed address. Throws like `findConfirmation`. */
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
  const read = readLink(secret, "confirm-subscription", token);
  if (read.expiresAt !== null && read.expiresAt <= now) {
    throw new AppError("invalid", "This link has expired. Subscribe again to get a new one.");
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
    throw new AppError(
      "invalid",
      "This link has already been used. Subscribe again to get a new one.",
    );
  }
  return { email: row.email, isConfirmed: row.confirmed_at !== null };
}

interface UnsubscribeDependencies {
  readonly database: Database;
  readonly secret: string;
}

/**
 * Deletes the subscriber of an unsubscribe link; a repeated call does nothing. Throws "invalid" for
 * a forged link.
 */
export async function unsubscribe(
  { database, secret }: UnsubscribeDependencies,
  token: string,
): Promise<void> {
  const id = linkedSubscriber(secret, token);
  await database.write((tx) => tx.deleteFrom("subscribers").where("id", "=", id).execute());
}

/**
 * Whether the subscriber of an unsubscribe link still exists, confirmed or not. Throws "invalid"
 * for a forged link.
 */
export async function isOnList(
  { database, secret }: UnsubscribeDependencies,
  token: string,
): Promise<boolean> {
  const id = linkedSubscriber(secret, token);
  const subscribers = database.read.selectFrom("subscribers").select("id").where("id", "=", id);
  return (await subscribers.executeTakeFirst()) !== undefined;
}

/** Throws "invalid" for a forged link. */
export function linkedSubscriber(secret: string, token: string): string {
  return readLink(secret, "unsubscribe", token).subscriberId;
}

function readLink(secret: string, purpose: TokenPurpose, token: string) {
  const read = readSubscriberToken(secret, purpose, token);
  if (read !== null) return read;
  throw new AppError("invalid", "This link is incomplete. Use the complete link from our email.");
}

/**
 * Whether new subscribers have to confirm their address. False without a mail server, or when the
 * owner has switched the confirmation email off, because nobody could confirm without that email.
 */
export async function asksToConfirm(
  queries: Queries,
  configuration: Pick<Configuration, "smtpUrl">,
): Promise<boolean> {
  if (!(await hasMailServer(configuration, queries))) return false;
  const { words } = await templateTextsOf(queries, ["confirmSubscription"]);
  return words[0] !== undefined;
}

const hourMs = 60 * 60_000;

/**
 * Higher than the limits for messages, because many people in one room may subscribe from one IP
 * address.
 */
function subscribeLimits({ clientAddress }: Sender): readonly RateLimit[] {
  const countedFor = networkOf(clientAddress);
  return [
    { name: "subscribe-shortly", attempts: 20, windowMs: 10 * 60_000, countedFor },
    { name: "subscribe-daily", attempts: 100, windowMs: 24 * hourMs, countedFor },
    { name: "subscribe-overall", attempts: 600, windowMs: hourMs },
  ];
}
