import type { Post } from "#mail/mailer.ts";
import type { Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import type { OrderLine } from "../lines/order-lines.ts";
import {
  codeRefusedForVisitor,
  type GuessDependencies,
  limitingGuesses,
} from "./coupon-guesses.ts";
import { CouponRefusal, tryCoupon } from "./take-coupon.server.ts";

export interface PreviewDependencies extends GuessDependencies {
  readonly post: Pick<Post, "readTimeZone">;
}

interface CouponPreview {
  readonly code: string;
  readonly planId: string;
  readonly lines: readonly OrderLine[];
  /** True when a wrong code was counted already, by the order that was refused for it. */
  readonly isCounted?: boolean;
}

/** What a coupon would take off an order, or the sentence why it would not. Takes no place. */
export async function previewCoupon(
  deps: PreviewDependencies,
  actor: Actor,
  { code, planId, lines, isCounted = false }: CouponPreview,
): Promise<OrderLine | string> {
  const { read } = deps.database;
  const timeZone = await deps.post.readTimeZone(read);
  const companyId = isSignedIn(actor) ? companyOf(actor).id : null;
  const wish = { code, companyId, planId, lines, at: deps.clock(), timeZone };
  const check = () => tryCoupon(read, wish);
  try {
    return await (isCounted ? check() : limitingGuesses(deps, actor, code, check));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isHidden = error instanceof CouponRefusal && !isSignedIn(actor);
    return isHidden ? codeRefusedForVisitor : error.message;
  }
}

/** Whether the site has coupons that somebody could use, so that the order form asks for a code. */
export async function takesCoupons(queries: Queries): Promise<boolean> {
  const coupon = await queries
    .selectFrom("coupons")
    .select("id")
    .where("ended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return coupon !== undefined;
}
