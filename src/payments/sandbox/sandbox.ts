import { Hono } from "hono";
import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import { sandboxPath, sandboxStripePath } from "./endpoints.ts";
import { restSandbox } from "./rest/rest-sandbox.ts";
import { standardSandbox } from "./standard-sandbox.ts";
import { stripeSandbox } from "./stripe/stripe-sandbox.ts";

export interface SandboxOptions {
  /**
   * Key that signs notifications. All processes have the same key, so each process can verify a
   * notification that another process sent.
   */
  readonly secret: string;
  /** Origin of the shop; the sandbox sends notifications nowhere else. */
  readonly publicUrl: string;
  readonly configuration: { readonly sandboxUrl: string };
  /** Holds the orders of the REST protocol, and the notifications that the shop received. */
  readonly database: Database;
  readonly log: Log;
}

/**
 * A simulation of PayPal in both of its protocols, and of Stripe: checkout, notifications over HTTP,
 * and their verification. Mounted at the origin of the shop.
 */
export function createSandbox(options: SandboxOptions): Hono {
  const paypal = new Hono();
  standardSandbox(paypal, options);
  restSandbox(paypal, options);
  const stripe = new Hono();
  stripeSandbox(stripe, options);
  return new Hono().route(sandboxPath, paypal).route(sandboxStripePath, stripe);
}
