import type { Context } from "hono";
import { newTransactionId } from "../sandbox-message.ts";

export function keyOf(c: Context): string {
  return c.req.header("paypal-request-id") ?? newTransactionId();
}

export function refuse(c: Context, status: 400 | 404 | 422, issue: string) {
  const name = status === 422 ? "UNPROCESSABLE_ENTITY" : "INVALID_REQUEST";
  return c.json({ name, debug_id: newTransactionId(), details: [{ issue }] }, status);
}

/** Answer to an app that lacks a right. */
export function lacking(c: Context) {
  const details = [{ issue: "PERMISSION_DENIED" }];
  return c.json({ name: "NOT_AUTHORIZED", debug_id: newTransactionId(), details }, 403);
}
