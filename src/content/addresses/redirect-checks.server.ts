import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { redirects } from "../blocks/redirects.ts";
import type { Block } from "../model/define.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import { listRecords } from "../records/content-store.server.ts";
import { isSameAddress, pathOf, spellingOf } from "./address-spelling.ts";
import { readPageAddresses } from "./move-pages.server.ts";
import {
  type OwnAddresses,
  type PageAddresses,
  pageAt,
  pageByDefaultAt,
  presentLink,
} from "./page-addresses.ts";

export type WaysDependencies = Pick<ContentDependencies, "ownPaths" | "publicUrl">;

async function readWays(queries: Queries, { ownPaths, publicUrl }: WaysDependencies) {
  return {
    redirects: await listRecords(queries, redirects),
    addresses: await readPageAddresses(queries),
    ...(await readOwnPages(queries)),
    ownPaths,
    publicUrl,
  } satisfies Ways;
}

/** Addresses of all published own pages and articles. */
async function readOwnPages(queries: Queries) {
  const pages = await queries
    .selectFrom("site_pages")
    .select(["record_id", "address", "path"])
    .where("address", "is not", null)
    .execute();
  return {
    takenAddresses: new Set(pages.map(({ address }) => address ?? "")),
    ownAddresses: new Map(pages.map(({ record_id, path }) => [record_id, path])),
  };
}

/**
 * Throws "invalid" with the field for an incomplete redirect, an old address that already has a
 * page or a redirect, and a redirect loop. Redirects from an import, the trash or the history are
 * not checked; `findRedirect` does not follow their loops.
 */
export async function requireValidRedirect(
  tx: WriteTransaction,
  deps: WaysDependencies,
  block: Block,
  id: string,
): Promise<void> {
  if (block !== redirects) return;
  const ways = await readWays(tx, deps);
  const written = ways.redirects.find(({ _id }) => _id === id);
  if (written === undefined) return;
  requireWhole(written, deps.publicUrl);
  requireOnlyOne(
    written,
    ways.redirects.filter(({ _id }) => _id !== id),
  );
  requireEnd(written, ways);
}

function requireWhole(
  { oldAddress, becameOf, newAddress }: RedirectValues,
  publicUrl: string,
): void {
  if (!/^\/(?!\/)/.test(oldAddress) && hostOf(oldAddress) !== hostOf(publicUrl)) {
    throw refusal(
      "oldAddress",
      `it is not on this site. Enter a path such as /spring-offer, or an address that starts with ${publicUrl}.`,
    );
  }
  if (becameOf === "Moved" && newAddress === "") {
    throw refusal(
      "newAddress",
      "enter where to send visitors, or choose “Gone” for a page without a successor.",
    );
  }
}

/**
 * Returns the host without "www.", because owners type old addresses of this site with or without
 * "www.", and with http or https.
 */
function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host.replace(/^www\./, "");
}

function requireOnlyOne({ oldAddress }: RedirectValues, others: readonly RedirectValues[]): void {
  const from = pathOf(oldAddress);
  if (!others.some((other) => isSameAddress(pathOf(other.oldAddress), from))) return;
  throw refusal("oldAddress", `there is already a redirect from ${from}. Change that one instead.`);
}

function requireEnd(written: RedirectValues, ways: Ways): void {
  const from = pathOf(written.oldAddress) || "/";
  if (isTaken(ways, from)) {
    throw refusal(
      "oldAddress",
      `there is a page at ${from}, so the redirect would have no effect. Choose an address without a page.`,
    );
  }
  const passed = loopFrom(ways, from);
  if (passed === undefined) return;
  const others = passed.slice(1);
  throw refusal(
    "newAddress",
    others.length === 0
      ? `${written.newAddress} leads from ${from} to itself. Choose another address.`
      : `this would be a redirect loop from ${from} through ${others.join(" and ")}. Choose another address, or change the redirect from ${others.at(-1)} first.`,
  );
}

function refusal(path: "oldAddress" | "newAddress", reason: string): AppError {
  const message = `${redirects.fields[path].label}: ${reason}`;
  return new AppError("invalid", message, { issues: [{ path, message }] });
}

type Forwarding = { readonly kind: "moved"; readonly to: string } | { readonly kind: "gone" };

/**
 * Finds where a requested path leads: to another address, or nowhere because the page is gone. The
 * search ignores the case and the final slash of `path`, which has no query. A redirect to the
 * default address of a moved page leads straight to the present address of the page. Redirect loops
 * are not followed.
 */
export async function findRedirect(
  deps: WaysDependencies & { readonly database: Database },
  path: string,
): Promise<Forwarding | undefined> {
  const { read } = deps.database;
  const found = redirectFrom(await listRecords(read, redirects), path);
  if (found === undefined) {
    const to = presentLink(await readPageAddresses(read), path, new Map());
    return isSameAddress(to, path) ? undefined : { kind: "moved", to };
  }
  if (isGone(found)) return { kind: "gone" };
  const ways = await readWays(read, deps);
  if (loopFrom(ways, path) !== undefined) return undefined;
  const to = presentLink(ways.addresses, found.newAddress, ways.ownAddresses);
  return to === "" ? { kind: "gone" } : { kind: "moved", to };
}

interface RedirectValues {
  readonly oldAddress: string;
  readonly becameOf: string;
  readonly newAddress: string;
}

interface Ways {
  readonly redirects: readonly RedirectValues[];
  readonly addresses: PageAddresses;
  /** Normalised addresses of published own pages and articles. */
  readonly takenAddresses: ReadonlySet<string>;
  readonly ownAddresses: OwnAddresses;
  /** Normalised paths that the site itself serves. A redirect from such a path has no effect. */
  readonly ownPaths: ReadonlySet<string>;
  readonly publicUrl: string;
}

function redirectFrom(
  redirects: readonly RedirectValues[],
  path: string,
): RedirectValues | undefined {
  return redirects.find(({ oldAddress }) => isSameAddress(pathOf(oldAddress), path));
}

function isGone({ becameOf, newAddress }: RedirectValues): boolean {
  return becameOf === "Gone" || newAddress === "";
}

/** True when a path has a page or a file, so that a redirect from it has no effect. */
function isTaken({ addresses, takenAddresses, ownPaths }: Ways, path: string): boolean {
  if (pageAt(addresses, path) !== undefined || takenAddresses.has(spellingOf(path))) return true;
  // `ownPaths` contains the default addresses, but a moved page is no longer at its default
  // address.
  return pageByDefaultAt(path) === undefined && ownPaths.has(spellingOf(path));
}

function loopFrom(ways: Ways, path: string): readonly string[] | undefined {
  const passed: string[] = [];
  for (let at: string | undefined = path; at !== undefined; at = nextPath(ways, at)) {
    const here = at;
    if (passed.some((earlier) => isSameAddress(earlier, here))) return passed;
    passed.push(at);
  }
  return undefined;
}

/**
 * Path to which the redirect from `path` leads. Undefined without a redirect, and if the target is
 * another site.
 */
function nextPath(ways: Ways, path: string): string | undefined {
  const redirect = isTaken(ways, path) ? undefined : redirectFrom(ways.redirects, path);
  if (redirect === undefined || isGone(redirect)) return undefined;
  // A target of only a query or a fragment, such as "#top", stays on the same path.
  if (/^[?#]/.test(redirect.newAddress)) return path;
  const link = withoutOrigin(redirect.newAddress, ways.publicUrl);
  const to = presentLink(ways.addresses, link, ways.ownAddresses);
  return to.startsWith("/") ? pathOf(to) : undefined;
}

/** Removes this site's origin, because owners paste whole URLs of their own site. */
function withoutOrigin(link: string, publicUrl: string): string {
  const isOwn = URL.canParse(link) && new URL(link).origin === publicUrl;
  return isOwn ? pathOf(link) || "/" : link;
}
