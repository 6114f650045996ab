import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { customerOfLink, type LinkCustomer, type LinkRight, linkEnded } from "#policy/links.ts";
import type { Order } from "../order.ts";
import { selectOrder } from "../order-store.server.ts";

export interface LinkedOrder {
  readonly order: Order;
  /**
   * The person to whom the link was sent. The holder of the link acts in the name of this person.
   */
  readonly customer: LinkCustomer;
}

/** The order of a link, if the link gives this right. Throws the errors of `customerOfLink`. */
export async function orderOfLink(
  { database }: { readonly database: Database },
  actor: Actor,
  right: LinkRight,
): Promise<LinkedOrder> {
  const orderId = actor.kind === "link" ? actor.orderId : "";
  const order = await selectOrder(database.read, orderId);
  if (order === undefined) throw linkEnded();
  return { order, customer: customerOfLink(actor, right, order) };
}
