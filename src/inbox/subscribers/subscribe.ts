import { z } from "zod";
import type { Post } from "../../mail/mailer.ts";
import { queueLetter } from "../../mail/queue-email.server.ts";
import type { Configuration } from "../../platform/configuration.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  refuseOverLimits,
  type Sender,
} from "../../platform/rate-limit.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import { subscriberLimits } from "../inbox-limits.ts";
import { subscribeLimits } from "../inbox-traffic.ts";
import { asksToConfirm } from "./double-opt-in.server.ts";
import type { Subscriber } from "./subscriber.ts";
import { confirmLink, confirmWithinMs, unsubscribeUrl } from "./subscription-links.ts";

interface SubscribeDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly post: Post;
  readonly configuration: Pick<Configuration, "rateLimitFactor" | "smtpUrl">;
}

export const subscriberSchema = z.strictObject({
  subemail: z
    .email("Enter an email address such as name@example.com.")
    .max(
      subscriberLimits.subemail,
      `The address can have at most ${subscriberLimits.subemail} characters.`,
    ),
});

/**
 * Adds an address to the list, or asks it by mail to confirm first. One that is on the list already
 * stays as it is, and the answer does not tell: who subscribes is nobody else's business. Throws
 * "invalid" and "too-many".
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

/** Answers the id under which the address waits to be confirmed; null when it is on the list. */
async function addAddress(
  tx: WriteTransaction,
  { _id, subemail }: Subscriber,
  now: number,
  isConfirmed: boolean,
): Promise<string | null> {
  const emailKey = normalEmail(subemail);
  // Somebody who was taken off the list begins anew.
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
      // One that still waits, waits from now on, or no longer.
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
  // Over the limit of its mailbox the answer stays the same: it would tell that somebody else has asked.
  await queueLetter(tx, post, {
    name: "confirmSubscription",
    recipient: email,
    values: { email },
    path: confirmLink(secret, subscriberId, clock() + confirmWithinMs),
    about: subscriberId,
    unsubscribeUrl: unsubscribeUrl(post.publicUrl, secret, subscriberId),
  });
}
