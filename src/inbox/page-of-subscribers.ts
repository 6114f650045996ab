import type { Database } from "../platform/database.ts";
import { type Page, pageOf } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { asSubscriber, type Subscriber } from "./subscriber.ts";

/** Somebody who subscribed, perhaps without having confirmed it yet. */
export interface ListedSubscriber extends Subscriber {
  readonly isWaiting: boolean;
}

/** One page of subscribers, newest first. `page` counts from 1 and is brought into range. */
export async function pageOfSubscribers(
  { database }: { readonly database: Database },
  actor: Actor,
  page: number,
  pageSize: number,
): Promise<Page<ListedSubscriber>> {
  requireRight(actor, "see subscribers");
  const listed = database.read.selectFrom("subscribers").where("removed_at", "is", null);
  const { total } = await listed
    .select((select) => select.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const rows = await listed
      .select(["id", "email", "confirmed_at"])
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map((row) => ({ ...asSubscriber(row), isWaiting: row.confirmed_at === null }));
  });
}
