import type { Queries } from "../platform/database.ts";
import { isSameAddress, pathOf } from "./address-spelling.ts";
import { redirects } from "./blocks/redirects.ts";
import { listRecords } from "./content-store.server.ts";
import { presentLink } from "./search/page-addresses.ts";
import { readPageAddresses } from "./search/read-page-addresses.server.ts";

export type Forwarding =
  | { readonly kind: "moved"; readonly to: string }
  | { readonly kind: "gone" };

/**
 * What the owner says of an address that has no page; undefined when nothing. `path` is without
 * its query. A slash at the end and the case of letters make no difference. Where a page has moved,
 * its default address leads to it, and what leads there leads to it at once.
 */
export async function findRedirect(
  queries: Queries,
  path: string,
): Promise<Forwarding | undefined> {
  const found = (await listRecords(queries, redirects)).find(({ oldAddress }) =>
    isSameAddress(pathOf(oldAddress), path),
  );
  if (found !== undefined && (found.becameOf === "Gone" || found.newAddress === "")) {
    return { kind: "gone" };
  }
  const to = presentLink(await readPageAddresses(queries), found?.newAddress ?? path);
  // One that leads to itself would go round for ever.
  return isSameAddress(to, path) ? undefined : { kind: "moved", to };
}
