import type { Post } from "#mail/mailer.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { foldedCode } from "../coupon-code.ts";
import type { Order } from "../order.ts";
import { asOrder } from "../order-store.server.ts";
import { type Coupon, type CouponState, type CouponUses, couponState } from "./coupon.ts";
import { asCoupon, usesOf } from "./coupon-tables.server.ts";

export interface CouponDependencies {
  readonly database: Database;
  readonly post: Pick<Post, "clock" | "readTimeZone">;
}

export interface ListedCoupon extends Coupon, CouponUses {
  readonly state: CouponState;
}

interface CouponSearch {
  /** A code or the beginning of one, or a word of a note. */
  readonly q?: string;
  readonly state?: CouponState | "";
  readonly sort?: "newest" | "oldest";
}

/** Throws "unauthenticated" and "forbidden". */
export async function pageOfCoupons(
  deps: CouponDependencies,
  actor: Actor,
  { page, pageSize, ...search }: CouponSearch & { page: number; pageSize: number },
): Promise<Page<ListedCoupon>> {
  const found = await listCoupons(deps, actor, search);
  return pageOf({ page, pageSize, total: found.length }, async (offset) =>
    found.slice(offset, offset + pageSize),
  );
}

/** An owner has some dozens of coupons, and their states are computed, so all are read. */
export async function listCoupons(
  deps: CouponDependencies,
  actor: Actor,
  { q = "", state = "", sort = "newest" }: CouponSearch = {},
): Promise<readonly ListedCoupon[]> {
  requireRight(actor, "see coupons");
  const direction = sort === "newest" ? "desc" : "asc";
  const rows = await deps.database.read
    .selectFrom("coupons")
    .selectAll()
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .execute();
  const code = q.trim() === "" ? "" : foldedBeginning(q);
  const note = q.trim().toLowerCase();
  const coupons = rows
    .filter(
      (row) =>
        note === "" ||
        (code !== "" && row.folded_code.includes(code)) ||
        row.note.toLowerCase().includes(note),
    )
    .map(asCoupon);
  const listed = await withUses(deps, deps.database.read, coupons);
  return listed.filter((coupon) => state === "" || coupon.state === state);
}

/** The folded form of the beginning of a code, which is too short to be one itself. */
function foldedBeginning(typed: string): string {
  const filler = "xxxx";
  return foldedCode(`${typed}${filler}`).slice(0, -filler.length);
}

/** Throws "not-found". */
export async function readCoupon(
  deps: CouponDependencies,
  actor: Actor,
  id: string,
): Promise<ListedCoupon> {
  requireRight(actor, "see coupons");
  const row = canBeId(id)
    ? await deps.database.read
        .selectFrom("coupons")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  const [coupon] =
    row === undefined ? [] : await withUses(deps, deps.database.read, [asCoupon(row)]);
  if (coupon === undefined) throw new AppError("not-found", "There is no such coupon.");
  return coupon;
}

async function withUses(
  { post }: CouponDependencies,
  queries: Queries,
  coupons: readonly Coupon[],
): Promise<readonly ListedCoupon[]> {
  const uses = await usesOf(
    queries,
    coupons.map(({ id }) => id),
  );
  const today = dayOf(post.clock(), await post.readTimeZone(queries));
  return coupons.map((coupon) => {
    const own = uses.get(coupon.id) ?? { taken: 0, over: 0, givenBack: 0 };
    return { ...coupon, ...own, state: couponState(coupon, own, today) };
  });
}

export interface CouponUse {
  readonly order: Order;
  readonly takenOffCents: number;
  readonly takenAt: number;
  /** `over`: paid when no place was left. `given-back`: cancelled, or not paid in time. */
  readonly standing: "taken" | "given-back" | "over";
}

/** The orders with a coupon, newest first. Throws like `readCoupon`. */
export async function pageOfCouponUses(
  deps: CouponDependencies,
  actor: Actor,
  id: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<Page<CouponUse>> {
  const { taken, over, givenBack } = await readCoupon(deps, actor, id);
  return pageOf({ page, pageSize, total: taken + over + givenBack }, async (offset) => {
    const rows = await deps.database.read
      .selectFrom("coupon_places as place")
      .innerJoin("orders", "orders.id", "place.order_id")
      .selectAll("orders")
      .select(["place.place", "place.is_over as isOver", "place.taken_at as takenAt"])
      .select((eb) =>
        eb
          .selectFrom("order_lines as line")
          .select(({ fn }) => fn.sum<number | string>("line.unit_cents").as("cents"))
          .whereRef("line.order_id", "=", "orders.id")
          .where("line.kind", "=", "coupon")
          .as("couponCents"),
      )
      .where("place.coupon_id", "=", id)
      .orderBy("place.taken_at", "desc")
      .orderBy("place.order_id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map(({ place, isOver, takenAt, couponCents, ...row }) => ({
      order: asOrder(row),
      takenOffCents: 0 - Number(couponCents ?? 0),
      takenAt,
      standing: isOver === 1 ? "over" : place === null ? "given-back" : "taken",
    }));
  });
}
