import type { Database } from "../../platform/database/database.ts";
import { rowChunks, rowId } from "../../platform/database/row-chunks.ts";
import { canBeId } from "../../platform/ids.ts";
import { type ListRange, nearerEnd, type Page, pageOf } from "../../platform/pages.ts";
import { csvRow } from "../../platform/texts/csv.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import {
  asSubscriber,
  noSuchSubscriber,
  type Subscriber,
  subscribersOnTheList,
} from "./subscriber.ts";
import { unsubscribeUrl } from "./subscriber-token.ts";

/** A subscriber with the date since when they are on the list. */
interface DatedSubscriber extends Subscriber {
  readonly subscribedAt: number;
}

/**
 * Subscribers on the list, oldest first, in chunks. Throws "unauthenticated", "forbidden", and
 * "not-found" for an invalid `after`, at the first step.
 */
export async function* listSubscribers(
  { database }: { readonly database: Database },
  actor: Actor,
  { limit, after = "" }: ListRange = {},
): AsyncGenerator<readonly DatedSubscriber[]> {
  requireRight(actor, "see subscribers");
  if (!canBeId(after)) throw noSuchSubscriber();
  const chunks = rowChunks({ after, limit }, rowId, (last, size) =>
    subscribersOnTheList(database.read)
      .select(["id", "email", "subscribed_at"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) {
    yield rows.map((row) => ({ ...asSubscriber(row), subscribedAt: row.subscribed_at }));
  }
}

/** A subscriber, confirmed or not. */
export interface ListedSubscriber extends Subscriber {
  readonly isWaiting: boolean;
}

/**
 * A page of subscribers, newest first. `page` counts from 1; a number out of range is corrected.
 */
export async function pageOfSubscribers(
  { database }: { readonly database: Database },
  actor: Actor,
  page: number,
  pageSize: number,
): Promise<Page<ListedSubscriber>> {
  requireRight(actor, "see subscribers");
  const everybody = database.read.selectFrom("subscribers");
  const removed = everybody.where("removed_at", "is not", null);
  // SQLite counts a whole table quickly; only removed subscribers are counted one by one.
  const [all, leaving] = await Promise.all(
    [everybody, removed].map((some) =>
      some
        .select((select) => select.fn.countAll<number | string>().as("total"))
        .executeTakeFirstOrThrow(),
    ),
  );
  const total = Number(all?.total) - Number(leaving?.total);
  return pageOf({ page, pageSize, total }, async (pageOffset) => {
    const { order, offset, size } = nearerEnd(pageOffset, pageSize, total);
    const rows = await everybody
      .where("removed_at", "is", null)
      .select(["id", "email", "confirmed_at"])
      .orderBy("id", order)
      .limit(size)
      .offset(offset)
      .execute();
    if (order === "asc") rows.reverse();
    return rows.map((row) => ({ ...asSubscriber(row), isWaiting: row.confirmed_at === null }));
  });
}

interface ExportDependencies {
  readonly database: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

/**
 * Subscribers on the list as CSV, oldest first, in parts. Each row has the subscriber's unsubscribe
 * address, for the program that sends the newsletter. Throws "unauthenticated" and "forbidden" at
 * the first step.
 */
export async function* exportSubscribers(
  { database, publicUrl, secret }: ExportDependencies,
  actor: Actor,
): AsyncGenerator<string> {
  const chunks = listSubscribers({ database }, actor);
  const first = await chunks.next();
  yield csvRow(["Email", "Subscribed", "Unsubscribe"]);
  for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
    const rows = chunk.value.map(({ _id, subemail, subscribedAt }) =>
      csvRow([subemail, isoTime(subscribedAt), unsubscribeUrl(publicUrl, secret, _id)]),
    );
    yield rows.join("");
  }
}
