import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { orderedPlanNames } from "./distinct-values.server.ts";

/** The names of the plans that were ever ordered. Throws "unauthenticated" and "forbidden". */
export async function listOrderedPlans(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<string[]> {
  requireRight(actor, "see every order");
  return orderedPlanNames(database.read);
}
