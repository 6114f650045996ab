import type { Queries } from "../platform/database.ts";
import { redirects } from "./blocks/redirects.ts";
import { listRecords } from "./content-store.server.ts";

export type Forwarding =
  | { readonly kind: "moved"; readonly to: string }
  | { readonly kind: "gone" };

/**
 * What the owner says of an address that has no page; undefined when nothing. `path` is without
 * its query. A slash at the end and the case of letters make no difference.
 */
export async function findRedirect(
  queries: Queries,
  path: string,
): Promise<Forwarding | undefined> {
  const sought = spellingOf(path);
  const found = (await listRecords(queries, redirects)).find(
    ({ oldAddress }) => spellingOf(pathOf(oldAddress)) === sought,
  );
  if (found === undefined) return undefined;
  const { becameOf, newAddress } = found;
  if (becameOf === "Gone" || newAddress === "") return { kind: "gone" };
  // One that leads to itself would go round for ever.
  if (spellingOf(newAddress) === sought) return undefined;
  return { kind: "moved", to: newAddress };
}

/** Owners paste whole addresses. */
function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#].*$/, "");
}

function spellingOf(path: string): string {
  return `/${path.split("/").filter(Boolean).join("/").toLowerCase()}`;
}
