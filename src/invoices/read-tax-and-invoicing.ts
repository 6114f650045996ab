import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Invoicing } from "#settings/invoicing.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import type { TaxSetting } from "#settings/tax.ts";

/**
 * The two settings that decide about invoices, for people who see invoices and may not see all
 * settings. Throws "unauthenticated" and "forbidden".
 */
export async function readTaxAndInvoicing(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
): Promise<{ readonly tax: TaxSetting; readonly invoicing: Invoicing }> {
  requireRight(actor, "see invoices");
  return {
    tax: await readSetting({}, read, "tax"),
    invoicing: await readSetting({}, read, "invoicing"),
  };
}
