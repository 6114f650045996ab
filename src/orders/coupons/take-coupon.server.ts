import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dayOf, longDateOf, startOfDay } from "#platform/time/dates.ts";
import { foldedCode } from "../coupon-code.ts";
import { type OrderLine, repeatingLines, sumOf } from "../lines/order-lines.ts";
import { type Coupon, couponLine, takenOff } from "./coupon.ts";
import { freePlace, lockCoupon, mostOfCompany, usesOfCompany } from "./coupon-places.server.ts";
import { asCoupon } from "./coupon-tables.server.ts";

export interface CouponWish {
  /** As the customer typed it. */
  readonly code: string;
  /** Null for a visitor, whose company does not exist yet. */
  readonly companyId: string | null;
  readonly planId: string;
  /** What the order consists of without the coupon. */
  readonly lines: readonly OrderLine[];
  readonly at: number;
  readonly timeZone: string;
}

/** Name of the field of the order form, in forms and in REST. */
const couponField = "coupon";

/** A code that does not count for an order. The message is the reason. */
export class CouponRefusal extends AppError {
  /** True for a code that no coupon has, as guessers send it. */
  readonly isUnknown: boolean;

  constructor(message: string, isUnknown = false) {
    super("invalid", message, { issues: [{ path: couponField, message }] });
    this.isUnknown = isUnknown;
  }
}

/**
 * The line of an order with a coupon, without taking a place. Throws `CouponRefusal` with the reason
 * why the code does not count.
 */
export async function tryCoupon(queries: Queries, wish: CouponWish): Promise<OrderLine> {
  const row = await queries
    .selectFrom("coupons")
    .selectAll()
    .where("folded_code", "=", foldedCode(wish.code))
    .executeTakeFirst();
  const { coupon, line } = await counted(queries, row && asCoupon(row), wish);
  if ((await freePlace(queries, coupon)) === null) throw allTaken();
  return line;
}

/**
 * Takes a place of a coupon for an order that this transaction places, and returns the order's line.
 * The place is the order's until it is given back: see `giveBackCoupon`. Throws like `tryCoupon`.
 */
export async function takeCoupon(
  tx: WriteTransaction,
  wish: CouponWish & { readonly orderId: string; readonly companyId: string },
): Promise<OrderLine> {
  // Refuses without the lock first, for which all other orders with the coupon would wait.
  await tryCoupon(tx, wish);
  const found = await lockCoupon(tx, { foldedCode: foldedCode(wish.code) });
  const { coupon, line } = await counted(tx, found, wish);
  const place = await freePlace(tx, coupon);
  if (place === null) throw allTaken();
  await tx
    .insertInto("coupon_places")
    .values({
      order_id: wish.orderId,
      coupon_id: coupon.id,
      place,
      taken_at: wish.at,
      given_back_at: null,
      is_over: 0,
    })
    .execute();
  return line;
}

function allTaken(): CouponRefusal {
  return new CouponRefusal("This coupon is used up. Remove it to order at the full price.");
}

/** Checks everything but the number of all orders. */
async function counted(
  queries: Queries,
  coupon: Coupon | undefined,
  { companyId, planId, lines, at, timeZone }: CouponWish,
): Promise<{ readonly coupon: Coupon; readonly line: OrderLine }> {
  if (coupon === undefined) {
    throw new CouponRefusal(
      "There is no coupon with this code. Check the code, or remove it.",
      true,
    );
  }
  const { endedAt, fromDay, untilDay, plans, isFirstOrderOnly } = coupon;
  const today = dayOf(at, timeZone);
  if (endedAt !== null || (untilDay !== null && today > untilDay)) {
    const last =
      untilDay === null || endedAt !== null ? "" : ` after ${dayInWords(untilDay, timeZone)}`;
    throw new CouponRefusal(`This coupon ended${last}. Remove it to order at the full price.`);
  }
  if (fromDay !== null && today < fromDay) {
    throw new CouponRefusal(`This coupon counts from ${dayInWords(fromDay, timeZone)} on.`);
  }
  if (plans.length > 0 && !plans.includes(planId)) {
    throw new CouponRefusal(
      "This coupon is for another plan. Remove it, or choose a plan that it is for.",
    );
  }
  if (companyId !== null) {
    const most = mostOfCompany(coupon);
    const used = most === null ? 0 : await usesOfCompany(queries, coupon.id, companyId);
    if (most !== null && used >= most) {
      const times = most === 1 ? "" : `, as often as it allows (${most} times)`;
      throw new CouponRefusal(`You have used this coupon already${times}.`);
    }
    if (isFirstOrderOnly && (await hasBought(queries, companyId))) {
      throw new CouponRefusal("This coupon is for a first order, and you have ordered before.");
    }
  }
  const line = couponLine(coupon, lines);
  if (takenOff(line) === 0) {
    throw new CouponRefusal("There is nothing that this coupon could take off. Remove it.");
  }
  const isForEver = line.repeats && line.cycles === undefined;
  if (isForEver && takenOff(line) >= sumOf(repeatingLines(lines))) {
    throw new CouponRefusal(
      "This coupon would take off every payment of the plan, so it does not count for it. Remove it.",
    );
  }
  return { coupon, line };
}

/** Whether a company has ever paid for an order. */
async function hasBought(queries: Queries, companyId: string): Promise<boolean> {
  const paid = await queries
    .selectFrom("orders")
    .select("id")
    .where("company_id", "=", companyId)
    .where("payment_status", "in", ["Paid", "Refunded"])
    .where("is_demonstration", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

function dayInWords(day: string, timeZone: string): string {
  return longDateOf(startOfDay(day, timeZone), { timeZone });
}
