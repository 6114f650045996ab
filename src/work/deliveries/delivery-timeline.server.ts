import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { deliveriesOf } from "./delivery-record.server.ts";

/** `author` is null for customers. */
export type AcceptanceEntry = {
  readonly at: number;
  /** Number of the delivery. */
  readonly number: number;
  readonly author: string | null;
  /** Account of the customer's person; null for what the team did and where nobody is stored. */
  readonly accountId: string | null;
} & (
  | { readonly kind: "delivered"; readonly text: string }
  | { readonly kind: "accepted"; readonly way: "by-hand" | "by-time" }
  | {
      readonly kind: "changes-asked";
      readonly text: string;
      /** Counts the requests for changes of the order from 1. */
      readonly round: number;
      /** Rounds that the price includes. */
      readonly includedRounds: number;
    }
  | { readonly kind: "reopened-by-customer"; readonly text: string }
);

interface AcceptanceEntries {
  readonly entries: readonly AcceptanceEntry[];
  /**
   * Order events that the entries already describe, so that the timeline does not show them twice.
   */
  readonly orderEventIds: ReadonlySet<string>;
}

/**
 * Entries of the timeline about deliveries and answers, oldest first. Leaves out deliveries that
 * were made by setting the order status, because the timeline shows the change of the status.
 */
export async function acceptanceEntries(
  queries: Queries,
  { id: orderId, includedRounds }: Pick<Order, "id" | "includedRounds">,
): Promise<AcceptanceEntries> {
  const events = await acceptanceEventsOf(queries, orderId);
  const deliveries = events.length === 0 ? [] : await deliveriesOf(queries, orderId);
  const textOf = new Map(deliveries.map(({ number, text }) => [number, text]));
  const entries: AcceptanceEntry[] = [];
  const orderEventIds = new Set<string>();
  let round = 0;
  for (const { kind, number, author, at, way, text, order_event_id, account_id } of events) {
    const delivered = textOf.get(number) ?? "";
    const event = { number, author, accountId: account_id, at };
    if (kind === "accepted" && way !== null) entries.push({ ...event, kind, way });
    if (kind === "changes-asked") {
      round += 1;
      entries.push({ ...event, kind, text: text ?? "", round, includedRounds });
    }
    if (kind === "reopened-by-customer") {
      entries.push({ ...event, kind, text: text ?? "" });
    }
    if (kind === "delivered" && delivered !== "") {
      entries.push({ ...event, kind, text: delivered });
    }
    const isTold =
      ["changes-asked", "reopened-by-customer"].includes(kind) ||
      (kind === "delivered" && delivered !== "");
    if (isTold && order_event_id !== null) orderEventIds.add(order_event_id);
  }
  return { entries, orderEventIds };
}
