import type { Database } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import {
  asSubscriber,
  noSuchSubscriber,
  type Subscriber,
  subscribersOnTheList,
} from "./subscriber.ts";

interface ListRange {
  readonly limit?: number | undefined;
  /** The id of the subscriber after whom the list begins; they may have left it since. */
  readonly after?: string | undefined;
}

/** Somebody on the list, and since when. */
export interface DatedSubscriber extends Subscriber {
  readonly subscribedAt: number;
}

/**
 * Who is on the list, oldest first, in chunks to be sent on as they come. Throws "unauthenticated",
 * "forbidden", and "not-found" for an `after` that can be no id, at the first step.
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

const rowId = ({ id }: { readonly id: string }) => id;
