import type { MiddlewareHandler } from "hono";
import type { Services } from "./compose.ts";
import { firstWordOf, spellingOf } from "./content/address-spelling.ts";
import { defaultAddresses } from "./content/search/default-addresses.ts";
import { pageAt, pageByDefaultAt } from "./content/search/page-addresses.ts";
import { readPageAddresses } from "./content/search/read-page-addresses.server.ts";
import type { HttpVariables } from "./http/request-facts.ts";

type Reading = Pick<Services, "database" | "reservedWords">;

/** No route but the one for unknown pages takes it, and no page can be moved there. */
const nowhere = "/-/-";

/**
 * The path under which the router has what is at a path: a page that was moved has its route at its
 * default address, where there is no page then.
 */
export async function routedPath(
  { database, reservedWords }: Reading,
  path: string,
): Promise<string> {
  const asDefault = pageByDefaultAt(path);
  if (asDefault === undefined && reservedWords.has(firstWordOf(path))) return path;
  const present = pageAt(await readPageAddresses(database.read), path);
  if (present !== undefined) return present === asDefault ? path : defaultAddresses[present];
  return asDefault === undefined ? path : nowhere;
}

/**
 * Hands requests to the routes of the pages that are at their paths. `onMoved` is told of such a path
 * and the route's.
 */
export function pageAddresses(
  services: Reading,
  onMoved: (address: string, route: string) => void = () => {},
): MiddlewareHandler<HttpVariables> {
  return async (context, next) => {
    const { raw, method } = context.req;
    const url = new URL(raw.url);
    const { pathname } = url;
    // What is wrong with the database, the route meets as well, and says so in a page.
    const routed = await routedPath(services, pathname).catch(() => pathname);
    // Whoever sends a form to where the page was has typed something: the page takes it.
    const takesForm = routed === nowhere && method === "POST";
    if (routed === pathname || takesForm) return next();
    if (routed !== nowhere) onMoved(spellingOf(pathname), routed);
    url.pathname = routed;
    context.req.raw = new Request(url, raw);
    context.set("address", pathname);
    return next();
  };
}
