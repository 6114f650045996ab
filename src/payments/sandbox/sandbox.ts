import { Hono } from "hono";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/metrics/log.ts";
import { restSandbox } from "./rest/rest-sandbox.ts";
import { standardSandbox } from "./standard-sandbox.ts";

export interface SandboxOptions {
  /** Signs its messages, so that any process can confirm those of another. */
  readonly secret: string;
  /** The shop's origin, the only one that it notifies. */
  readonly publicUrl: string;
  readonly configuration: { readonly sandboxUrl: string };
  /** Stores the orders of the REST protocol, and the shop's notifications. */
  readonly database: Database;
  readonly log: Log;
}

/**
 * A simulation of PayPal in both of its protocols: checkout, notifications over HTTP, and their
 * verification. Mounted at `sandboxPath`.
 */
export function createSandbox(options: SandboxOptions): Hono {
  const sandbox = new Hono();
  standardSandbox(sandbox, options);
  restSandbox(sandbox, options);
  return sandbox;
}
