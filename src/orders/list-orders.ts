import type { Database } from "../platform/database.ts";
import type { Actor } from "../policy/actor.ts";
import { may, requireSignedIn } from "../policy/rights.ts";
import { findOrder } from "./find-order.ts";
import type { Order } from "./order.ts";
import { asOrder } from "./order-store.server.ts";

/** Rows per query: between two of them, other requests have their turn. */
const chunkSize = 500;

interface ListRange {
  readonly limit?: number | undefined;
  /** The id of the order after which the list begins. */
  readonly after?: string | undefined;
}

/**
 * Orders oldest first, in chunks to be sent on as they come: a customer's own, all of them for an
 * admin. Throws "unauthenticated", and "not-found" for an unknown `after`, at the first step.
 */
export async function* listOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { limit = Number.POSITIVE_INFINITY, after }: ListRange = {},
): AsyncGenerator<readonly Order[]> {
  const accountId = may(actor, "see every order") ? null : requireSignedIn(actor).accountId;
  let last = after === undefined ? 0 : (await findOrder({ database }, actor, after)).number;
  let left = limit;
  while (left > 0) {
    const size = Math.min(chunkSize, left);
    const rows = await database.read
      .selectFrom("orders")
      .selectAll()
      .where("number", ">", last)
      .$if(accountId !== null, (query) => query.where("account_id", "=", accountId as string))
      .orderBy("number")
      .limit(size)
      .execute();
    if (rows.length > 0) yield rows.map(asOrder);
    if (rows.length < size) return;
    last = rows.at(-1)?.number ?? last;
    left -= size;
  }
}
