import { sql } from "kysely";
import { bytewise } from "#platform/database/bytewise.ts";
import { countUpTo } from "#platform/database/count-up-to.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { canBeId } from "#platform/ids.ts";
import { type ListRange, nearerEnd, type Page, pageOf } from "#platform/pages.ts";
import { csvParts } from "#platform/texts/csv.ts";
import { searchedEmail } from "#platform/texts/email-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import {
  asSubscriber,
  noSuchSubscriber,
  type Subscriber,
  subscribersOnTheList,
} from "./subscriber.ts";
import { unsubscribeUrl } from "./subscriber-token.ts";

interface DatedSubscriber extends Subscriber {
  readonly subscribedAt: number;
}

/**
 * Yields the subscribers on the list in chunks, oldest first. The first step throws
 * "unauthenticated", "forbidden", and "not-found" when `after` cannot be an id.
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

export async function listRemovedSubscribers(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly RemovedSubscriber[]> {
  requireRight(actor, "see subscribers");
  const rows = await database.read
    .selectFrom("subscribers")
    .select(["id", "email", "removed_at"])
    .where("removed_at", "is not", null)
    .orderBy("removed_at", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...asSubscriber(row), removedAt: row.removed_at ?? 0 }));
}

interface RemovedSubscriber extends Subscriber {
  readonly removedAt: number;
}

/** `isWaiting`: the subscriber has not confirmed the address yet. */
export interface ListedSubscriber extends Subscriber {
  readonly isWaiting: boolean;
}

type SubscriberSort = "newest" | "oldest" | "email-a-z" | "email-z-a";

interface SubscriberSearch {
  /** Beginning of the address, in upper or lower case; "" for all. */
  readonly q: string;
  /** "waiting": only addresses that are not confirmed yet. */
  readonly state: "" | "waiting";
  readonly sort: SubscriberSort;
}

const everySubscriber: SubscriberSearch = { q: "", state: "", sort: "newest" };

interface SubscriberPage extends Page<ListedSubscriber> {
  /**
   * Sort of this page. Differs from the requested sort when the search has no index for the
   * requested sort.
   */
  readonly sort: SubscriberSort;
  /** False when a search finds more than 1000 subscribers; `total` is then 1001. */
  readonly isCounted: boolean;
}

const countLimit = 1000;

/** `page` counts from 1. A number out of range gives the nearest page. */
export async function pageOfSubscribers(
  { database }: { readonly database: Database },
  actor: Actor,
  page: number,
  pageSize: number,
  search = everySubscriber,
): Promise<SubscriberPage> {
  requireRight(actor, "see subscribers");
  const { read } = database;
  const { q, state } = search;
  const sort = sortOf(search);
  const found = listedSubscribers(read, q).$if(state === "waiting", (query) =>
    query.where("confirmed_at", "is", null),
  );
  const isSearch = q !== "" || state !== "";
  const counted = isSearch ? await countUpTo(read, found.select("id"), countLimit + 1) : null;
  const total = counted ?? (await countSubscribers(read));
  const listed = await pageOf({ page, pageSize, total }, async (pageOffset) => {
    const isNewestFirst = sort === "newest" || sort === "email-z-a";
    const near = nearerEnd(pageOffset, pageSize, total);
    const isCutOff = total > countLimit && isSearch;
    const { order, offset, size } = isCutOff
      ? { order: "desc", offset: pageOffset, size: pageSize }
      : near;
    const direction = (order === "desc") === isNewestFirst ? "desc" : "asc";
    const column = sort.startsWith("email") ? bytewise(read, "email_key") : sql.ref("id");
    const rows = await found
      .select(["id", "email", "confirmed_at"])
      .orderBy(column, direction)
      .limit(size)
      .offset(offset)
      .execute();
    if (order === "asc") rows.reverse();
    return rows.map((row) => ({ ...asSubscriber(row), isWaiting: row.confirmed_at === null }));
  });
  return { ...listed, sort, isCounted: counted === null || counted <= countLimit };
}

/**
 * The requested sort, or the nearest sort that has an index. Unconfirmed addresses can be sorted
 * only by date, and the results of a search only by address.
 */
function sortOf({ q, state, sort }: SubscriberSearch): SubscriberSort {
  const isByDate = sort === "newest" || sort === "oldest";
  if (state === "waiting") return isByDate ? sort : "newest";
  return q !== "" && isByDate ? "email-a-z" : sort;
}

function listedSubscribers(queries: Queries, q: string) {
  const beginning = searchedEmail(q);
  const address = bytewise(queries, "email_key");
  return queries
    .selectFrom("subscribers")
    .where("removed_at", "is", null)
    .$if(beginning !== "", (query) =>
      query.where(
        sql<boolean>`${address} >= ${beginning} and ${address} < ${`${beginning}\u{10ffff}`}`,
      ),
    );
}

/**
 * Subtracts the removed subscribers from all subscribers, because SQLite counts a whole table
 * faster than the rows that match a condition.
 */
async function countSubscribers(queries: Queries): Promise<number> {
  const everybody = queries.selectFrom("subscribers");
  const removed = everybody.where("removed_at", "is not", null);
  const [all, leaving] = await Promise.all(
    [everybody, removed].map((some) =>
      some
        .select((select) => select.fn.countAll<number | string>().as("total"))
        .executeTakeFirstOrThrow(),
    ),
  );
  return Number(all?.total) - Number(leaving?.total);
}

interface ExportDependencies {
  readonly database: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

/**
 * Yields the list as CSV: all subscribers, oldest first, or the subscribers whose address begins
 * with `q`. Each row has an unsubscribe link for the program that sends the newsletter. The first
 * step throws "unauthenticated" and "forbidden".
 */
export async function* exportSubscribers(
  { database, publicUrl, secret }: ExportDependencies,
  actor: Actor,
  q = "",
): AsyncGenerator<string> {
  requireRight(actor, "see subscribers");
  const chunks =
    q === "" ? listSubscribers({ database }, actor) : subscribersBeginning(database.read, q);
  const rows = async function* () {
    for await (const chunk of chunks) {
      yield chunk.map(({ _id, subemail, subscribedAt }) => [
        subemail,
        isoTime(subscribedAt),
        unsubscribeUrl(publicUrl, secret, _id),
      ]);
    }
  };
  yield* csvParts(["Email", "Subscribed", "Unsubscribe"], rows());
}

async function* subscribersBeginning(
  queries: Queries,
  q: string,
): AsyncGenerator<readonly DatedSubscriber[]> {
  const address = bytewise(queries, "email_key");
  const chunks = rowChunks(
    { after: "" },
    (row: { readonly email_key: string }) => row.email_key,
    (last, size) =>
      listedSubscribers(queries, q)
        .select(["id", "email", "email_key", "subscribed_at"])
        .where("confirmed_at", "is not", null)
        .where(sql<boolean>`${address} > ${last}`)
        .orderBy(address)
        .limit(size)
        .execute(),
  );
  for await (const rows of chunks) {
    yield rows.map((row) => ({ ...asSubscriber(row), subscribedAt: row.subscribed_at }));
  }
}
