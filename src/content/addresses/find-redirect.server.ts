import type { Database } from "../../platform/database/database.ts";
import { isSameAddress } from "./address-spelling.ts";
import { presentLink } from "./page-addresses.ts";
import { circleFrom, isGone, redirectFrom } from "./redirect-target.ts";
import { readWays, type WaysDependencies } from "./require-way.server.ts";

export type Forwarding =
  | { readonly kind: "moved"; readonly to: string }
  | { readonly kind: "gone" };

/**
 * What the owner says of an address that has no page; undefined when nothing. `path` is without
 * its query. A slash at the end and the case of letters make no difference. Where a page has moved,
 * its default address leads to it, and what leads there leads to it at once. A redirect that leads
 * round in a circle is not followed.
 */
export async function findRedirect(
  deps: WaysDependencies & { readonly database: Database },
  path: string,
): Promise<Forwarding | undefined> {
  const ways = await readWays(deps.database.read, deps);
  const found = redirectFrom(ways, path);
  if (found !== undefined && isGone(found)) return { kind: "gone" };
  if (circleFrom(ways, path) !== undefined) return undefined;
  const to = presentLink(ways.addresses, found?.newAddress ?? path);
  return found === undefined && isSameAddress(to, path) ? undefined : { kind: "moved", to };
}
