import type { Database } from "../../platform/database/database.ts";
import { nearerEnd, type Page, pageOf } from "../../platform/pages.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
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
  const everybody = database.read.selectFrom("subscribers");
  const removed = everybody.where("removed_at", "is not", null);
  // SQLite counts a whole table by its pages; one by one it counts only those who are leaving.
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
