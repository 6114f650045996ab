import { createContext } from "react-router";
import type { Services } from "#compose.ts";
import { foldedCode } from "#orders/coupon-code.ts";
import { takenOff } from "#orders/coupons/coupon.ts";
import { previewCoupon, takesCoupons } from "#orders/coupons/preview-coupon.ts";
import type { OrderLine } from "#orders/lines/order-lines.ts";
import { dollarsFromCents, priceFromCents } from "#platform/money.ts";
import type { Sender } from "#platform/rate-limit.ts";
import type { Actor } from "#policy/actor.ts";

interface SentCoupon {
  readonly code: string;
  /** True for the code of an order, whose refusal has counted it. */
  readonly isCounted: boolean;
}

/** The code of a form that the page shows again; null for a form that was not sent. */
export const sentCoupon = createContext<SentCoupon | null>(null);

/** What the order form shows about a coupon. */
export interface OfferedCoupon {
  readonly code: string;
  /** Amount that the coupon takes off, such as "29.80"; "" without a coupon that counts. */
  readonly takes: string;
  /** What the coupon takes off, or why it does not count; "" without a code. */
  readonly said: string;
  readonly isRefused: boolean;
}

interface WantedCoupon {
  readonly sent: SentCoupon | null;
  /** Code of the address that led here. */
  readonly offer: string;
  /** Line of the unpaid order with which the form goes on. */
  readonly former: OrderLine | undefined;
  readonly planId: string;
  readonly lines: readonly OrderLine[];
}

interface FoundCoupon {
  /** Null on a site without coupons. */
  readonly coupon: OfferedCoupon | null;
  readonly line: OrderLine | undefined;
}

export async function offeredCoupon(
  services: Services & Sender,
  actor: Actor,
  { sent, offer, former, planId, lines }: WantedCoupon,
): Promise<FoundCoupon> {
  const code = (sent?.code ?? (offer || former?.label || "")).trim();
  if (code === "") {
    const isAsked = await takesCoupons(services.database.read);
    const coupon = isAsked ? { code, takes: "", said: "", isRefused: false } : null;
    return { coupon, line: undefined };
  }
  const isFormer = former !== undefined && foldedCode(code) === foldedCode(former.label);
  const preview = { code, planId, lines, isCounted: sent?.isCounted === true };
  const found = isFormer ? former : await previewCoupon(services, actor, preview);
  if (typeof found === "string") {
    return { coupon: { code, takes: "", said: found, isRefused: true }, line: undefined };
  }
  const cents = takenOff(found);
  const said = `${found.label} takes ${dollarsFromCents(cents)} off.`;
  return { coupon: { code, takes: priceFromCents(cents), said, isRefused: false }, line: found };
}
