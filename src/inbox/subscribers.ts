import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { newId } from "../platform/ids.ts";
import { type Page, pageOf } from "../platform/pages.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";

export interface Subscriber {
  readonly _id: string;
  readonly subemail: string;
}

interface InboxDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const subscriberSchema = z.strictObject({
  subemail: z.email("Enter an email address such as name@example.com.").max(254),
});

/**
 * Adds an address to the list. One that is on it already stays as it is, and the answer does not
 * tell: who subscribes is nobody else's business. Throws "invalid".
 */
export async function subscribe(
  { database, clock }: InboxDependencies,
  input: unknown,
): Promise<Subscriber> {
  const { subemail } = parseOrThrow(subscriberSchema, input);
  const subscriber = { id: newId(), email: subemail, email_key: normalEmail(subemail) };
  await database.write((tx) =>
    tx
      .insertInto("subscribers")
      .values({ ...subscriber, subscribed_at: clock() })
      .onConflict((conflict) => conflict.column("email_key").doNothing())
      .execute(),
  );
  return { _id: subscriber.id, subemail };
}

/** Every subscriber, oldest first. */
export async function listSubscribers(
  { database }: Pick<InboxDependencies, "database">,
  actor: Actor,
): Promise<Subscriber[]> {
  requireRight(actor, "see subscribers");
  const rows = await database.read
    .selectFrom("subscribers")
    .select(["id", "email"])
    .orderBy("id")
    .execute();
  return rows.map(asSubscriber);
}

/** One page of subscribers, newest first. `page` counts from 1 and is brought into range. */
export async function pageOfSubscribers(
  { database }: Pick<InboxDependencies, "database">,
  actor: Actor,
  page: number,
  pageSize: number,
): Promise<Page<Subscriber>> {
  requireRight(actor, "see subscribers");
  const { total } = await database.read
    .selectFrom("subscribers")
    .select((select) => select.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const rows = await database.read
      .selectFrom("subscribers")
      .select(["id", "email"])
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map(asSubscriber);
  });
}

function asSubscriber(row: { id: string; email: string }): Subscriber {
  return { _id: row.id, subemail: row.email };
}
