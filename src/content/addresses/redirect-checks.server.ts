import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { redirects } from "../blocks/redirects.ts";
import type { Block } from "../model/define.ts";
import { isPageTarget } from "../model/links.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import { findRecord } from "../records/content-store.server.ts";
import { publishedValues, recordState } from "../records/stored-record.server.ts";
import { firstWordOf, isSameAddress, pathOf, spellingOf } from "./address-spelling.ts";
import { articleListAddress, articleListPlaceAt } from "./article-lists.ts";
import { defaultAddresses } from "./listings.ts";
import { readPageAddresses } from "./move-pages.server.ts";
import { findOwnPage, ownAddressesIn } from "./own-pages.server.ts";
import { type PageAddresses, pageAt, pageByDefaultAt, presentLink } from "./page-addresses.ts";
import { redirectsAt } from "./redirect-paths.server.ts";

export type WaysDependencies = Pick<ContentDependencies, "ownPaths" | "publicUrl">;

/** The pages and files of the site, at whose paths a redirect has no effect. */
interface Ways {
  readonly queries: Queries;
  readonly addresses: PageAddresses;
  /** Normalised paths that the site itself serves. */
  readonly ownPaths: ReadonlySet<string>;
  readonly publicUrl: string;
}

async function readWays(
  queries: Queries,
  { ownPaths, publicUrl }: WaysDependencies,
): Promise<Ways> {
  return { queries, addresses: await readPageAddresses(queries), ownPaths, publicUrl };
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
  const written = await findRecord(tx, redirects, id);
  if (written === undefined) return;
  requireWhole(written, deps.publicUrl);
  await requireOnlyOne(tx, written);
  await requireEnd(written, await readWays(tx, deps));
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

async function requireOnlyOne(
  tx: WriteTransaction,
  { _id, oldAddress }: RedirectValues & { readonly _id: string },
): Promise<void> {
  const from = pathOf(oldAddress);
  const found = await redirectsAt(tx, { path: spellingOf(from) });
  if (found.every(({ id }) => id === _id)) return;
  throw refusal("oldAddress", `there is already a redirect from ${from}. Change that one instead.`);
}

async function requireEnd(written: RedirectValues, ways: Ways): Promise<void> {
  const from = pathOf(written.oldAddress) || "/";
  if (await isTaken(ways, from)) {
    throw refusal(
      "oldAddress",
      `there is a page at ${from}, so the redirect would have no effect. Choose an address without a page.`,
    );
  }
  const passed = await loopFrom(ways, from);
  if (passed === undefined) return;
  const others = passed.slice(1);
  if (others.length >= mostHops) {
    throw refusal(
      "newAddress",
      `from ${from}, more than ${mostHops} redirects follow each other. Enter the address at their end.`,
    );
  }
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
  const found = await redirectFrom(read, path);
  if (found === undefined) {
    const addresses = await readPageAddresses(read);
    const to = presentLink(addresses, presentListPlace(addresses, path), new Map());
    return isSameAddress(to, path) ? undefined : { kind: "moved", to };
  }
  if (isGone(found)) return { kind: "gone" };
  const ways = await readWays(read, deps);
  if ((await loopFrom(ways, path)) !== undefined) return undefined;
  const to = await presentLinkOf(ways, found.newAddress);
  return to === "" ? { kind: "gone" } : { kind: "moved", to };
}

/**
 * The address of a part of the list of articles, for its path below the present or the default
 * address of the list, also for "/articles/page/1". Any other path stays unchanged.
 */
function presentListPlace(addresses: PageAddresses, path: string): string {
  const list = addresses.get("articles") ?? defaultAddresses.articles;
  const place =
    articleListPlaceAt(list, path) ?? articleListPlaceAt(defaultAddresses.articles, path);
  return place === undefined ? path : articleListAddress(list, place);
}

/** Whether visitors find something at a path of this site: a page, a file or a redirect. */
export async function leadsSomewhere(deps: TargetDependencies, path: string): Promise<boolean> {
  const ways = await readWays(deps.database.read, deps);
  if (await isTaken(ways, path)) return true;
  if ((await findRedirect(deps, path)) !== undefined) return true;
  // Which addresses below a reserved word exist, only the part of the program there knows.
  const word = firstWordOf(path);
  return deps.reservedWords.has(word) && spellingOf(path) !== `/${word}`;
}

export type TargetDependencies = WaysDependencies &
  Pick<ContentDependencies, "database" | "reservedWords">;

/**
 * Throws "invalid" for the new address of a redirect if it is on this site and visitors would find
 * nothing there. Programs and imports may add the page later, so only the panel asks for this.
 */
export async function requireEndOfRedirect(deps: TargetDependencies, link: string): Promise<void> {
  if (isPageTarget(link)) {
    if ((await ownAddressesIn(deps.database.read, [link])).size > 0) return;
    throw refusal(
      "newAddress",
      "this page is not on the site. Publish it first, or choose another one.",
    );
  }
  const local = withoutOrigin(link, deps.publicUrl);
  if (!local.startsWith("/") || (await leadsSomewhere(deps, pathOf(local)))) return;
  throw refusal(
    "newAddress",
    `there is no page at ${pathOf(local)}. Choose a page from the list, or correct the address.`,
  );
}

interface RedirectValues {
  readonly oldAddress: string;
  readonly becameOf: string;
  readonly newAddress: string;
}

/** The first redirect from a path in the owner's order. */
async function redirectFrom(queries: Queries, path: string): Promise<RedirectValues | undefined> {
  const [row] = await redirectsAt(queries, { path: spellingOf(path) });
  if (row === undefined) return undefined;
  const values = publishedValues(redirects, recordState({ ...row, draft_values: null }));
  const { oldAddress = "", becameOf = "", newAddress = "" } = values;
  return { oldAddress, becameOf, newAddress };
}

async function presentLinkOf({ queries, addresses }: Ways, link: string): Promise<string> {
  return presentLink(addresses, link, await ownAddressesIn(queries, [link]));
}

function isGone({ becameOf, newAddress }: RedirectValues): boolean {
  return becameOf === "Gone" || newAddress === "";
}

/** True when a path has a page or a file, so that a redirect from it has no effect. */
async function isTaken({ queries, addresses, ownPaths }: Ways, path: string): Promise<boolean> {
  return (
    isPathOfSite(addresses, ownPaths, path) || (await findOwnPage(queries, path))?.isPublic === true
  );
}

/** True for the path of a page that the site came with, and of a file. */
export function isPathOfSite(
  addresses: PageAddresses,
  ownPaths: ReadonlySet<string>,
  path: string,
): boolean {
  if (pageAt(addresses, path) !== undefined) return true;
  // `ownPaths` contains the default addresses, but a moved page is no longer at its default
  // address.
  return pageByDefaultAt(path) === undefined && ownPaths.has(spellingOf(path));
}

/** Browsers follow about twenty redirects; more are taken for a loop, so that none costs much. */
const mostHops = 50;

async function loopFrom(ways: Ways, path: string): Promise<readonly string[] | undefined> {
  const passed = new Map<string, string>();
  for (let at: string | undefined = path; at !== undefined; at = await nextPath(ways, at)) {
    if (passed.has(spellingOf(at)) || passed.size > mostHops) return [...passed.values()];
    passed.set(spellingOf(at), at);
  }
  return undefined;
}

/**
 * Path to which the redirect from `path` leads. Undefined without a redirect, and if the target is
 * another site.
 */
async function nextPath(ways: Ways, path: string): Promise<string | undefined> {
  const redirect = (await isTaken(ways, path)) ? undefined : await redirectFrom(ways.queries, path);
  if (redirect === undefined || isGone(redirect)) return undefined;
  // A target of only a query or a fragment, such as "#top", stays on the same path.
  if (/^[?#]/.test(redirect.newAddress)) return path;
  const to = await presentLinkOf(ways, withoutOrigin(redirect.newAddress, ways.publicUrl));
  return to.startsWith("/") ? pathOf(to) : undefined;
}

/** Removes this site's origin, because owners paste whole URLs of their own site. */
function withoutOrigin(link: string, publicUrl: string): string {
  const isOwn = URL.canParse(link) && new URL(link).origin === publicUrl;
  return isOwn ? pathOf(link) || "/" : link;
}
