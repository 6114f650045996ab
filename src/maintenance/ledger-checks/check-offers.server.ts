import { isDeepStrictEqual } from "node:util";
import type { OfferContent } from "#offers/offer.ts";
import { storedLines } from "#orders/lines/order-lines.server.ts";
import { centsOf, planLine, sumOf, withReductionsCut } from "#orders/lines/order-lines.ts";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { amountFromCents } from "#platform/money.ts";

/** Compares each accepted offer with its order, and the sums of offers with their newest versions. */
export async function checkOffers(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for await (const chunk of offerChunks(queries)) {
    const orderIds = chunk.flatMap(({ orderNumber, order_id }) =>
      orderNumber === null ? [] : (order_id ?? []),
    );
    const lines = await storedLines(queries, orderIds);
    for (const offer of chunk) {
      const { id, title, content, price_cents, order_id } = offer;
      const name = `The offer ${id} of ${title}`;
      if (content === null) {
        note(`${name} has no version ${offer.version}.`);
        continue;
      }
      const { lines: offered, charged } = JSON.parse(content) as OfferContent;
      const sum = sumOf(offered);
      if (sum !== price_cents) {
        note(
          `${name} costs ${amountFromCents(price_cents)} USD, and its lines add up to ${amountFromCents(sum)} USD.`,
        );
      }
      const events = Number(offer.acceptances);
      if (events !== (offer.accepted_at === null ? 0 : 1)) {
        note(
          `${name} was accepted ${events} times, and is kept as accepted ${1 - events ? "once" : "never"}.`,
        );
      }
      if (order_id === null) continue;
      if (offer.orderNumber === null || offer.orderCents === null) {
        note(`${name} is accepted, and its order is not there.`);
        continue;
      }
      const alone = planLine({
        packageName: offer.packageName ?? "",
        priceCents: offer.orderCents,
        charged,
      });
      const ordered = lines.get(order_id) ?? [alone];
      const orderedCents = ordered.reduce((cents, line) => cents + centsOf(line), 0);
      if (orderedCents !== sum || ordered.length !== offered.length) {
        note(
          `${name} is for ${offered.length} lines of ${amountFromCents(sum)} USD, and its order ${offer.orderNumber} has ${ordered.length} lines of ${amountFromCents(orderedCents)} USD.`,
        );
      } else if (!isDeepStrictEqual(ordered, withReductionsCut(offered))) {
        note(`${name} has other lines than its order ${offer.orderNumber}.`);
      }
    }
  }
}

function offerChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (offer: { id: string }) => offer.id,
    (after, size) =>
      queries
        .selectFrom("offers")
        .leftJoin("offer_versions as version", (join) =>
          join
            .onRef("version.offer_id", "=", "offers.id")
            .onRef("version.number", "=", "offers.version"),
        )
        .leftJoin("orders", "orders.id", "offers.order_id")
        .select(["offers.id", "offers.title", "offers.version", "offers.price_cents"])
        .select(["offers.order_id", "offers.accepted_at", "version.content"])
        .select(["orders.number as orderNumber", "orders.price_cents as orderCents"])
        .select("orders.package_name as packageName")
        .select((eb) =>
          eb
            .selectFrom("offer_events as event")
            .select(({ fn }) => fn.countAll<number | string>().as("count"))
            .whereRef("event.offer_id", "=", "offers.id")
            .where("event.kind", "=", "accepted")
            .as("acceptances"),
        )
        .where("offers.id", ">", after)
        .orderBy("offers.id")
        .limit(size)
        .execute(),
  );
}
