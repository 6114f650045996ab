import type { Context } from "hono";
import { newTransactionId } from "../sandbox-message.ts";

/** Parameters of a call; Stripe's calls are forms. */
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
