import { type DesignTemplate, designTemplates } from "#content/blocks/design-templates.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import { may, requireSignedIn } from "#policy/rights.ts";

export interface OfferedTemplates {
  readonly templates: readonly DesignTemplate[];
  /** Number of templates that only customers with a Paid order can open. */
  readonly withheld: number;
}

/**
 * Every account may open Free templates. Paid templates are for admins and for companies that have
 * a Paid order now. Throws "unauthenticated".
 */
export async function offeredTemplates(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<OfferedTemplates> {
  const { id: companyId } = companyOf(requireSignedIn(actor));
  const records = await listRecords(database.read, designTemplates);
  // The pattern of the plain set stands for a template that the owner has not entered yet.
  const all = records.filter(({ canvaLink }) => !canvaLink.startsWith("/patterns/"));
  const seesPaid =
    may(actor, "read private content") || (await hasPaidOrder(database.read, companyId));
  const templates = all.filter(({ freeOrPaid }) => freeOrPaid === "Free" || seesPaid);
  return { templates, withheld: all.length - templates.length };
}

async function hasPaidOrder(queries: Queries, companyId: string): Promise<boolean> {
  const order = await queries
    .selectFrom("orders")
    .select("id")
    .where("company_id", "=", companyId)
    .where("payment_status", "=", "Paid")
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}
