import type { Database } from "../platform/database/database.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import type { Actor } from "../policy/actor.ts";
import { may, requireSignedIn } from "../policy/rights.ts";
import { findOrder } from "./find-order.ts";
import type { Order } from "./order.ts";
import { asOrder } from "./order-store.server.ts";

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
  { limit, after }: ListRange = {},
): AsyncGenerator<readonly Order[]> {
  const accountId = may(actor, "see every order") ? null : requireSignedIn(actor).accountId;
  const first = after === undefined ? 0 : (await findOrder({ database }, actor, after)).number;
  const chunks = rowChunks({ after: first, limit }, numberOf, (last, size) =>
    database.read
      .selectFrom("orders")
      .selectAll()
      .where("number", ">", last)
      .$if(accountId !== null, (query) => query.where("account_id", "=", accountId as string))
      .orderBy("number")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) yield rows.map(asOrder);
}

const numberOf = ({ number }: { readonly number: number }) => number;
