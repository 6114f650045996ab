import { Hono } from "hono";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/metrics/log.ts";
import { restSandbox } from "./rest/rest-sandbox.ts";
import { standardSandbox } from "./standard-sandbox.ts";

export interface SandboxOptions {
  /** Signs its messages, so that any process can confirm what another one sent. */
  readonly secret: string;
  /** The shop's own origin: the only place that it notifies. */
  readonly publicUrl: string;
  readonly configuration: { readonly sandboxUrl: string };
  /** Keeps the orders of the newer protocol. */
  readonly database: Database;
  readonly log: Log;
}

/**
 * A stand-in for PayPal that pretends to move money, in both of its protocols: the checkout,
 * notifications by real HTTP, and the answer to their verification. Mounted at `sandboxPath`.
 */
export function createSandbox(options: SandboxOptions): Hono {
  const sandbox = new Hono();
  standardSandbox(sandbox, options);
  restSandbox(sandbox, options);
  return sandbox;
}
