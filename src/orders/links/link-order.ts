import type { Database } from "../../platform/database/database.ts";
import { type Actor, visitor } from "../../policy/actor.ts";
import { customerOfLink, type LinkCustomer, type LinkRight } from "../../policy/links.ts";
import type { Order } from "../order.ts";
import { selectOrder } from "../order-store.server.ts";

export interface LinkedOrder {
  readonly order: Order;
  /** In whose name the holder of the link does the one thing. */
  readonly customer: LinkCustomer;
}

/** The order of a link, for one thing that the holder may do. Throws like `customerOfLink`. */
export async function orderOfLink(
  { database }: { readonly database: Database },
  actor: Actor,
  right: LinkRight,
): Promise<LinkedOrder> {
  const orderId = actor.kind === "link" ? actor.orderId : "";
  const order = await selectOrder(database.read, orderId);
  if (order === undefined) customerOfLink(visitor, right, { id: "", companyId: "" });
  const found = order as Order;
  return { order: found, customer: customerOfLink(actor, right, found) };
}
