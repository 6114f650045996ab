import type { Queries } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";
import { isoTime } from "../platform/time/dates.ts";

/** Deliveries and answers as the download of a customer's data shows them, by the order's id. */
export async function personalReviewsOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly JsonValue[]>> {
  const events = await queries
    .selectFrom("order_review_events as event")
    .innerJoin("order_deliveries as delivery", (join) =>
      join
        .onRef("delivery.order_id", "=", "event.order_id")
        .onRef("delivery.number", "=", "event.number"),
    )
    .select(["event.order_id", "event.kind", "event.number", "event.way", "event.text", "event.at"])
    .select("delivery.text as delivered")
    .where("event.order_id", "in", orderIds)
    .where("event.kind", "in", ["delivered", "accepted", "changes-asked", "reopened-by-customer"])
    .orderBy("event.id")
    .execute();
  const reviews = new Map<string, JsonValue[]>();
  for (const { order_id, kind, number, way, text, delivered, at } of events) {
    const entry = {
      what: kind,
      delivery: number,
      at: isoTime(at),
      ...(kind === "accepted" ? { way } : { text: text ?? delivered }),
    };
    reviews.set(order_id, [...(reviews.get(order_id) ?? []), entry]);
  }
  return reviews;
}
