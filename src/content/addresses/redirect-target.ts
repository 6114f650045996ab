import { isSameAddress, pathOf, spellingOf } from "./address-spelling.ts";
import { type PageAddresses, pageAt, pageByDefaultAt, presentLink } from "./page-addresses.ts";

/** As much of a redirect as says where it leads. */
export interface RedirectValues {
  readonly oldAddress: string;
  readonly becameOf: string;
  readonly newAddress: string;
}

/** What decides where a visitor of an address ends. */
export interface Ways {
  readonly redirects: readonly RedirectValues[];
  readonly addresses: PageAddresses;
  /** Where the site itself answers, whatever its owner says, each in its one spelling. */
  readonly ownPaths: ReadonlySet<string>;
  readonly publicUrl: string;
}

export function redirectFrom({ redirects }: Ways, path: string): RedirectValues | undefined {
  return redirects.find(({ oldAddress }) => isSameAddress(pathOf(oldAddress), path));
}

export function isGone({ becameOf, newAddress }: RedirectValues): boolean {
  return becameOf === "Gone" || newAddress === "";
}

/** Whether something answers at a path, so that no redirect of it has an effect. */
export function isTaken({ addresses, ownPaths }: Ways, path: string): boolean {
  if (pageAt(addresses, path) !== undefined) return true;
  // From where a page has moved away, nothing answers.
  return pageByDefaultAt(path) === undefined && ownPaths.has(spellingOf(path));
}

/**
 * The addresses that a visitor is led through, up to the one at which they have been before;
 * undefined when they arrive somewhere.
 */
export function circleFrom(ways: Ways, path: string): readonly string[] | undefined {
  const passed: string[] = [];
  for (let at: string | undefined = path; at !== undefined; at = nextPath(ways, at)) {
    const here = at;
    if (passed.some((earlier) => isSameAddress(earlier, here))) return passed;
    passed.push(at);
  }
  return undefined;
}

/** Where on this site a redirect leads on to from a path; undefined when none does. */
function nextPath(ways: Ways, path: string): string | undefined {
  const redirect = isTaken(ways, path) ? undefined : redirectFrom(ways, path);
  if (redirect === undefined || isGone(redirect)) return undefined;
  // Neither a query nor an anchor leads away.
  if (/^[?#]/.test(redirect.newAddress)) return path;
  const link = withoutOrigin(redirect.newAddress, ways.publicUrl);
  return link.startsWith("/") ? pathOf(presentLink(ways.addresses, link)) : undefined;
}

/** Owners paste whole addresses of their own site, too. */
function withoutOrigin(link: string, publicUrl: string): string {
  const isOwn = URL.canParse(link) && new URL(link).origin === publicUrl;
  return isOwn ? pathOf(link) || "/" : link;
}
