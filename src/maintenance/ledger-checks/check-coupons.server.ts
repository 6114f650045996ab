import type { Queries } from "#platform/database/database.ts";

/**
 * Compares the places of coupons with their orders: a place belongs to one order, which is not
 * cancelled, no coupon has more places than it allows, a paid order has a place or a mark, and an
 * order with a coupon's line has used the coupon.
 */
export async function checkCoupons(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  await checkPlaces(queries, note);
  await checkTwice(queries, note);
  await checkLines(queries, note);
}

async function checkTwice(queries: Queries, note: (difference: string) => void): Promise<void> {
  const rows = await queries
    .selectFrom("coupon_places as place")
    .innerJoin("coupons", "coupons.id", "place.coupon_id")
    .select(["coupons.code", "place.place"])
    .select(({ fn }) => fn.countAll<number | string>().as("orders"))
    .where("place.place", "is not", null)
    .groupBy(["coupons.id", "coupons.code", "place.place"])
    .having(({ fn }) => fn.countAll(), ">", 1)
    .orderBy("coupons.id")
    .execute();
  for (const { code, place, orders } of rows) {
    note(`Place ${place} of the coupon ${code} is taken by ${orders} orders.`);
  }
}

async function checkLines(queries: Queries, note: (difference: string) => void): Promise<void> {
  const rows = await queries
    .selectFrom("order_lines as line")
    .innerJoin("orders", "orders.id", "line.order_id")
    .leftJoin("coupon_places as place", (join) =>
      join
        .onRef("place.order_id", "=", "line.order_id")
        .onRef("place.coupon_id", "=", "line.coupon_id"),
    )
    // The first order of a subscription has used the coupon for the later ones, too.
    .leftJoin("subscription_cycles as cycle", (join) =>
      join.onRef("cycle.order_id", "=", "line.order_id").on("cycle.number", ">", 1),
    )
    .select(["orders.number", "line.label"])
    .where("line.coupon_id", "is not", null)
    .where("place.order_id", "is", null)
    .where("cycle.order_id", "is", null)
    .orderBy("orders.number")
    .execute();
  for (const { number, label } of rows) {
    note(`A line of order ${number} names the coupon ${label}, which the order has not used.`);
  }
}

async function checkPlaces(queries: Queries, note: (difference: string) => void): Promise<void> {
  const rows = await queries
    .selectFrom("coupon_places as place")
    .innerJoin("coupons", "coupons.id", "place.coupon_id")
    .leftJoin("orders", "orders.id", "place.order_id")
    .leftJoin("order_lines as line", (join) =>
      join
        .onRef("line.order_id", "=", "place.order_id")
        .onRef("line.coupon_id", "=", "place.coupon_id"),
    )
    .select([
      "coupons.code",
      "coupons.most_in_all as most",
      "place.place",
      "place.is_over as isOver",
    ])
    .select(["orders.number", "orders.payment_status as status", "line.position"])
    .where(({ or, and, eb, ref }) =>
      or([
        eb("orders.number", "is", null),
        eb("line.position", "is", null),
        and([eb("place.place", "is not", null), eb("orders.payment_status", "=", "Cancelled")]),
        eb("place.place", ">", ref("coupons.most_in_all")),
        and([
          eb("place.place", "is", null),
          eb("place.is_over", "=", 0),
          eb("orders.payment_status", "=", "Paid"),
        ]),
      ]),
    )
    .orderBy("place.coupon_id")
    .orderBy("place.order_id")
    .execute();
  for (const { code, most, place, isOver, number, status, position } of rows) {
    const order = number === null ? "an order that is not there" : `order ${number}`;
    if (place !== null && (number === null || status === "Cancelled")) {
      const closed = status === "Cancelled" ? ", which is cancelled" : "";
      note(`Place ${place} of the coupon ${code} is taken by ${order}${closed}.`);
    }
    if (number === null) continue;
    if (most !== null && place !== null && place > most) {
      note(
        `Order ${number} has place ${place} of the coupon ${code}, which allows ${most} orders.`,
      );
    }
    if (place === null && isOver === 0 && status === "Paid") {
      note(
        `Order ${number} is paid with the coupon ${code}, of which it has no place and no mark.`,
      );
    }
    if (position === null) {
      note(`Order ${number} has used the coupon ${code}, and no line of it says so.`);
    }
  }
}
