import { sql } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import type { Order } from "../order.ts";
import { type Coupon, couponState } from "./coupon.ts";
import { asCoupon } from "./coupon-tables.server.ts";

/**
 * Locks a coupon, so that orders that want its places come one after the other on PostgreSQL.
 * SQLite runs one write at a time.
 */
export async function lockCoupon(
  tx: WriteTransaction,
  by: { readonly id: string } | { readonly foldedCode: string },
): Promise<Coupon | undefined> {
  const row = await tx
    .selectFrom("coupons")
    .selectAll()
    .$call((query) =>
      "id" in by ? query.where("id", "=", by.id) : query.where("folded_code", "=", by.foldedCode),
    )
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  return row && asCoupon(row);
}

/** The lowest free place of a coupon; null when it has none. */
export async function freePlace(
  queries: Queries,
  { id, mostInAll }: Pick<Coupon, "id" | "mostInAll">,
): Promise<number | null> {
  const last = await queries
    .selectFrom("coupon_places")
    .select("place")
    .where("coupon_id", "=", id)
    .where("place", "is not", null)
    .orderBy("place", "desc")
    .limit(1)
    .executeTakeFirst();
  const after = (last?.place ?? 0) + 1;
  if (mostInAll === null || after <= mostInAll) return after;
  // Orders have given places back that come before the last one.
  const { rows } = await sql<{ free: number | string | null }>`
    select min(before.place) + 1 as free
    from (
      select 0 as place
      union all
      select place from coupon_places where coupon_id = ${id} and place is not null
    ) as before
    where not exists (
      select 1 from coupon_places as next
      where next.coupon_id = ${id} and next.place = before.place + 1
    )
  `.execute(queries);
  const free = Number(rows[0]?.free ?? after);
  return free <= mostInAll ? free : null;
}

/** Number of orders of a company that have the coupon, paid or not. */
export async function usesOfCompany(
  queries: Queries,
  couponId: string,
  companyId: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom("orders")
    .innerJoin("coupon_places as place", "place.order_id", "orders.id")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("orders.company_id", "=", companyId)
    .where("place.coupon_id", "=", couponId)
    .where(({ or, eb }) => or([eb("place.place", "is not", null), eb("place.is_over", "=", 1)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Gives the place of an order back to its coupon, because the order was cancelled or stayed unpaid.
 * Does nothing for an order without a place. Requires a locked order.
 */
export async function giveBackCoupon(
  tx: WriteTransaction,
  orderId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable("coupon_places")
    .set({ place: null, given_back_at: at })
    .where("order_id", "=", orderId)
    .where("place", "is not", null)
    .execute();
}

/**
 * Takes a place again for an order that gave its place back, so that the customer can be asked for
 * the reduced price. Returns "gone" when the coupon has no place for it any more: it has ended, is
 * used up, or the customer has used it for other orders; and "held" for an order that has a place
 * or no coupon. Requires a locked order.
 */
export async function retakeCoupon(
  tx: WriteTransaction,
  { id, companyId }: Pick<Order, "id" | "companyId">,
  today: string,
): Promise<"held" | "retaken" | "gone"> {
  const row = await tx
    .selectFrom("coupon_places")
    .select("coupon_id")
    .where("order_id", "=", id)
    .where("given_back_at", "is not", null)
    .executeTakeFirst();
  if (row === undefined) return "held";
  const coupon = await lockCoupon(tx, { id: row.coupon_id });
  if (coupon === undefined || couponState(coupon, { taken: 0 }, today) !== "running") return "gone";
  const most = mostOfCompany(coupon);
  if (most !== null && (await usesOfCompany(tx, coupon.id, companyId)) >= most) return "gone";
  const place = await freePlace(tx, coupon);
  if (place === null) return "gone";
  await tx
    .updateTable("coupon_places")
    .set({ place, given_back_at: null })
    .where("order_id", "=", id)
    .execute();
  return "retaken";
}

/** Most orders of one company that can have the coupon; null without a limit. */
export function mostOfCompany({
  isFirstOrderOnly,
  mostPerCustomer,
}: Pick<Coupon, "isFirstOrderOnly" | "mostPerCustomer">): number | null {
  return isFirstOrderOnly ? 1 : mostPerCustomer;
}

/**
 * Takes a place again for an order that was paid after it gave its place back. The order keeps its
 * price; without a free place, the coupon counts the order as over. Requires a locked order.
 */
export async function keepCoupon(tx: WriteTransaction, orderId: string): Promise<void> {
  const row = await tx
    .selectFrom("coupon_places")
    .select("coupon_id")
    .where("order_id", "=", orderId)
    .where("place", "is", null)
    .where("is_over", "=", 0)
    .executeTakeFirst();
  if (row === undefined) return;
  const coupon = await lockCoupon(tx, { id: row.coupon_id });
  if (coupon === undefined) throw new Error(`The coupon ${row.coupon_id} of an order is gone.`);
  const place = await freePlace(tx, coupon);
  await tx
    .updateTable("coupon_places")
    .set({ place, given_back_at: null, is_over: place === null ? 1 : 0 })
    .where("order_id", "=", orderId)
    .execute();
}
