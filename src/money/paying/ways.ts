import type { WayToPay } from "#payments/payment-provider.ts";
import { dollarsFromCents } from "#platform/money.ts";

/** How a customer can pay: through a provider, or by bank transfer. */
export const ways = ["paypal", "card", "transfer"] as const satisfies readonly (
  | WayToPay
  | "transfer"
)[];
export type Way = (typeof ways)[number];

export const noLongerOffered = "This way to pay is no longer offered. Choose another.";

const subjects = { card: "Cards", paypal: "PayPal" } as const satisfies Record<WayToPay, string>;

/** Why a way takes no payment of this order. */
export function tooLittle(way: WayToPay, leastCents: number): string {
  const verb = way === "card" ? "pay" : "pays";
  return `${subjects[way]} ${verb} ${dollarsFromCents(leastCents)} or more, so this price cannot be paid that way.`;
}
