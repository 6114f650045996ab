import type { Context, MiddlewareHandler, Next } from "hono";
import type { Services } from "../compose.ts";
import { firstWordOf, spellingOf } from "../content/addresses/address-spelling.ts";
import { defaultAddresses } from "../content/addresses/default-addresses.ts";
import { readPageAddresses } from "../content/addresses/move-pages.server.ts";
import { pageAt, pageByDefaultAt } from "../content/addresses/page-addresses.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { percentDecoded } from "../platform/texts/percent-decoded.ts";

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
 * Hands requests to the routes of the pages that are at their paths, and to that of unknown pages
 * where the path cannot be read. `onMoved` is told of the path of a moved page and the route's.
 */
export function pageAddresses(
  services: Reading,
  onMoved: (address: string, route: string) => void = () => {},
): MiddlewareHandler<HttpVariables> {
  return async (context, next) => {
    const { raw, method } = context.req;
    const { pathname } = new URL(raw.url);
    // The router writes a warning about each, past the log.
    if (percentDecoded(pathname) === null) return passTo(nowhere, context, next);
    // What is wrong with the database, the route meets as well, and says so in a page.
    const routed = await routedPath(services, pathname).catch(() => pathname);
    // Whoever sends a form to where the page was has typed something: the page takes it.
    const takesForm = routed === nowhere && method === "POST";
    if (routed === pathname || takesForm) return next();
    if (routed !== nowhere) onMoved(spellingOf(pathname), routed);
    return passTo(routed, context, next);
  };
}

function passTo(route: string, context: Context<HttpVariables>, next: Next): Promise<void> {
  const { raw } = context.req;
  const url = new URL(raw.url);
  context.set("address", url.pathname);
  url.pathname = route;
  context.req.raw = new Request(url, raw);
  return next();
}
