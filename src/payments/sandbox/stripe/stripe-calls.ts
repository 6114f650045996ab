import type { Context, MiddlewareHandler } from "hono";
import { noteCaller } from "../sandbox-caller.ts";
import type { StripeRight } from "../sandbox-keys.ts";
import { newTransactionId } from "../sandbox-message.ts";
import { callerOf } from "./stripe-account.ts";

/** The right that a call needs, by the beginning of its path. */
const rightOfPath: readonly (readonly [RegExp, StripeRight])[] = [
  [/\/v1\/checkout\//, "checkout"],
  [/\/v1\/refunds/, "refund"],
  [/\/v1\/events/, "event"],
  [/\/v1\/webhook_endpoints/, "webhook"],
  [/\/v1\/account$/, "account"],
  [/\/v1\/subscriptions/, "subscription"],
  [/\/v1\/invoices/, "invoice"],
  [/\/v1\/customers/, "customer"],
  [/\/v1\/products/, "product"],
  [/\/v1\/coupons/, "coupon"],
  [/\/v1\/prices/, "plan"],
  [/\/v1\/billing_portal\//, "customer_portal"],
];

/** Refuses unknown keys, and calls for which a restricted key lacks the right, as Stripe does. */
export function authorised(secret: string): MiddlewareHandler {
  return async (c, next) => {
    const caller = callerOf(secret, c.req.header("authorization"));
    if (caller === undefined) return refuse(c, 401, "api_key_expired");
    const [, needed] = rightOfPath.find(([path]) => path.test(c.req.path)) ?? [];
    const { account, rights } = caller;
    if (needed !== undefined && rights !== "all" && !rights.includes(needed)) {
      return lacking(c, needed);
    }
    noteCaller(c, account);
    return next();
  };
}

export async function formOf(c: Context) {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

export function keyOf(c: Context): string {
  return c.req.header("idempotency-key") ?? newTransactionId();
}

export function refuse(c: Context, status: 400 | 401 | 404, code?: string, param?: string) {
  const type = status === 401 ? "authentication_error" : "invalid_request_error";
  return c.json(
    { error: { type, code, param, message: "The sandbox refuses this call." } },
    status,
  );
}

function lacking(c: Context, right: StripeRight) {
  const type = "invalid_request_error";
  const level = c.req.method === "GET" ? "read" : "write";
  const message = `The provided key does not have the required permissions for this endpoint. Having the 'rak_${right}_${level}' permission would allow this request to continue.`;
  return c.json({ error: { type, message } }, 403);
}
