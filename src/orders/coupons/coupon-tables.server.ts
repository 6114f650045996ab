import type { Selectable } from "kysely";
import type { Queries, Tables } from "#platform/database/database.ts";
import type { Coupon, CouponKind, CouponUses } from "./coupon.ts";

interface CouponsTable {
  id: string;
  code: string;
  /** `foldedCode` of the code; unique, so that no two coupons have codes that look alike. */
  folded_code: string;
  kind: CouponKind;
  value: number;
  /** Ids of plans, one a line; "" for all. */
  plans: string;
  from_day: string | null;
  until_day: string | null;
  first_order_only: number;
  most_per_customer: number | null;
  most_in_all: number | null;
  cycles: number | null;
  note: string;
  created_at: number;
  ended_at: number | null;
}

/** One row for each order that was placed with a coupon, kept for ever. */
interface CouponPlacesTable {
  order_id: string;
  coupon_id: string;
  /**
   * Counts from 1. The unique key (coupon_id, place) keeps a coupon from being used more often than
   * it allows. Null once the order has given the place back, or was paid after that without a free
   * place.
   */
  place: number | null;
  taken_at: number;
  given_back_at: number | null;
  /** 1 for an order that was paid when no place was left for it. */
  is_over: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    coupons: CouponsTable;
    coupon_places: CouponPlacesTable;
  }
}

export function asCoupon(row: Selectable<Tables["coupons"]>): Coupon {
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    value: row.value,
    plans: row.plans === "" ? [] : row.plans.split("\n"),
    fromDay: row.from_day,
    untilDay: row.until_day,
    isFirstOrderOnly: row.first_order_only === 1,
    mostPerCustomer: row.most_per_customer,
    mostInAll: row.most_in_all,
    cycles: row.cycles,
    note: row.note,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

const noUses: CouponUses = { taken: 0, over: 0, givenBack: 0 };

/** The uses of each coupon by its id. */
export async function usesOf(
  queries: Queries,
  couponIds: readonly string[],
): Promise<ReadonlyMap<string, CouponUses>> {
  if (couponIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("coupon_places")
    .select(["coupon_id as id", "is_over as over"])
    .select(({ fn }) => [
      fn.countAll<number | string>().as("all"),
      fn.count<number | string>("place").as("taken"),
    ])
    .where("coupon_id", "in", couponIds)
    .groupBy(["coupon_id", "is_over"])
    .execute();
  const uses = new Map(couponIds.map((id) => [id, noUses]));
  for (const { id, over, all, taken } of rows) {
    const before = uses.get(id) ?? noUses;
    uses.set(
      id,
      over === 1
        ? { ...before, over: Number(all) }
        : { ...before, taken: Number(taken), givenBack: Number(all) - Number(taken) },
    );
  }
  return uses;
}
