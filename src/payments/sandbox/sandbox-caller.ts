import type { Context } from "hono";
import type { SandboxAccount, SandboxOrder } from "./sandbox-orders.server.ts";

const variable = "sandboxAccount";

export function noteCaller(c: Context, account: SandboxAccount): void {
  c.set(variable, account);
}

/** The account whose keys make a call. */
export function accountOf(c: Context): SandboxAccount {
  return c.get(variable);
}

/** The built-in account has a webhook of its own, which no call can see or change. */
export function isPasted(c: Context): boolean {
  return accountOf(c) === "pasted";
}

/** False for no order, and for an order of another account. */
export function isOf(c: Context, order: SandboxOrder | undefined): order is SandboxOrder {
  return order !== undefined && (order.account ?? "built-in") === accountOf(c);
}
