import type { Post } from "#mail/mailer.ts";
import type { Database } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { holdSubscriptions } from "../subscription-store.server.ts";
import {
  figuresOf,
  type SubscriptionFacts,
  type SubscriptionFigures,
} from "./subscription-figures.ts";

interface FigureDependencies {
  readonly database: Database;
  readonly post: Pick<Post, "clock" | "readTimeZone">;
}

const chunkSize = 200;
const daysOfMonth = 31;

/**
 * Figures of all subscriptions over the last months. Throws "unauthenticated" and "forbidden".
 */
export async function readFigures(
  { database: { read }, post }: FigureDependencies,
  actor: Actor,
  monthCount = 12,
): Promise<SubscriptionFigures> {
  requireRight(actor, "see every order");
  const now = post.clock();
  const timeZone = await post.readTimeZone(read);
  const today = dayOf(now, timeZone);
  // A subscription that ended before the first month is in no figure.
  const since = startOfDay(addDays(today, -(monthCount + 1) * daysOfMonth), timeZone);
  const rows = await read
    .selectFrom("subscriptions")
    .select("id")
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("ended_at", ">=", since)]))
    .execute();
  const ids = rows.map(({ id }) => id);
  const facts: SubscriptionFacts[] = [];
  for (let at = 0; at < ids.length; at += chunkSize) {
    facts.push(
      ...(await holdSubscriptions(read, ids.slice(at, at + chunkSize), { now, timeZone })),
    );
  }
  return figuresOf(facts, { now, today, timeZone }, monthCount);
}
