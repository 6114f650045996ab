import { redirects } from "../blocks/redirects.ts";
import { isContentLink, isPageTarget } from "../model/links.ts";
import { pathOf, spellingOf } from "./address-spelling.ts";
import type { RedirectLine } from "./read-redirects.ts";

/** A redirect of the site. */
export interface KnownRedirect {
  readonly id: string;
  readonly oldAddress: string;
  /** "" for a page that is gone. */
  readonly newAddress: string;
}

/** A redirect that an import makes. */
export interface PlannedRedirect {
  readonly line: number;
  readonly from: string;
  /** "" for a page that is gone. */
  readonly to: string;
  /** Address to which it leads now, for people. */
  readonly end: string;
  /** What the file says, if the redirect leads straight to the end of a chain instead. */
  readonly joined?: string;
}

interface RefusedLine {
  readonly line: number;
  readonly from: string;
  readonly reason: string;
}

export interface RedirectPlan {
  readonly made: readonly PlannedRedirect[];
  /** Redirects of the site that lead to an address which now leads on, with their new end. */
  readonly rewritten: readonly (KnownRedirect & { readonly to: string })[];
  readonly refused: readonly RefusedLine[];
  /** Lines that say what the site or an earlier line says already. */
  readonly knownCount: number;
}

interface Site {
  readonly redirects: readonly KnownRedirect[];
  readonly publicUrl: string;
  /** Whether a path has a page or a file, so that a redirect from it has no effect. */
  readonly isTaken: (path: string) => boolean;
  /** A link with the present address of the page that it leads to; "" for a page that is gone. */
  readonly present: (link: string) => string;
}

interface Line {
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/**
 * What an import of redirects does, without doing it. A line that leads to the old address of
 * another redirect leads straight to its end; lines in a loop are refused.
 */
export function planRedirects(lines: readonly RedirectLine[], site: Site): RedirectPlan {
  const refused: RefusedLine[] = [];
  const known = new Map(
    site.redirects.map((each) => [spellingOf(pathOf(each.oldAddress)), each] as const),
  );
  const accepted = new Map<string, Line>();
  const settled: { readonly line: Line; readonly existing: KnownRedirect }[] = [];
  let knownCount = 0;
  for (const { line, from: written, to: target } of lines) {
    const from = withoutOrigin(written, site.publicUrl);
    const to = withoutOrigin(target, site.publicUrl);
    const key = spellingOf(pathOf(from));
    const [earlier, existing] = [accepted.get(key), known.get(key)];
    const fault = faultOf(from, to, site);
    if (fault !== null) refused.push({ line, from: written, reason: fault });
    else if (existing !== undefined) settled.push({ line: { line, from, to }, existing });
    else if (earlier === undefined) accepted.set(key, { line, from: pathOf(from), to });
    else if (isSameTarget(site, earlier.to, to)) knownCount += 1;
    else {
      const reason = `line ${earlier.line} already sends ${pathOf(from)} to ${inWords(earlier.to)}`;
      refused.push({ line, from: written, reason });
    }
  }
  const endOf = endFinder(site, (path) =>
    site.isTaken(path) ? undefined : (accepted.get(path)?.to ?? known.get(path)?.newAddress),
  );
  const endBehind = (link: string) => {
    const path = pathOnSite(site, link);
    const end = path === undefined ? undefined : endOf(path);
    return end === undefined || "loop" in end ? undefined : end.to;
  };
  for (const { line, existing } of settled) {
    const { newAddress } = existing;
    // An earlier import of the same file has joined its chains.
    const [target, end] = [line.to, endBehind(line.to)];
    if (isSameTarget(site, target, newAddress) || end === newAddress) knownCount += 1;
    else {
      const reason = `there is already a redirect from ${pathOf(line.from)} to ${inWords(newAddress)}; change that one instead`;
      refused.push({ line: line.line, from: line.from, reason });
    }
  }
  const endFor = (link: string) => (link === "" ? "" : site.present(link));
  const made: PlannedRedirect[] = [];
  for (const [key, { line, from, to }] of accepted) {
    const end = endOf(key) ?? { to };
    if ("loop" in end) {
      const through = end.loop.slice(0, 5).join(" and ");
      refused.push({ line, from, reason: `it is part of a redirect loop through ${through}` });
    } else if (isSameTarget(site, end.to, to)) made.push({ line, from, to, end: endFor(to) });
    else made.push({ line, from, to: end.to, end: endFor(end.to), joined: to });
  }
  const rewritten = site.redirects.flatMap((each) => {
    const next = pathOnSite(site, each.newAddress);
    const end = next !== undefined && accepted.has(next) ? endBehind(each.newAddress) : undefined;
    return end === undefined ? [] : [{ ...each, to: end }];
  });
  return {
    made,
    rewritten,
    refused: refused.toSorted((one, other) => one.line - other.line),
    knownCount,
  };
}

function inWords(target: string): string {
  return target || "“Gone”";
}

function faultOf(from: string, to: string, site: Site): string | null {
  const { maxLength } = redirects.fields.oldAddress;
  if (from === "") return "the old address is missing";
  if (from.length > maxLength || to.length > maxLength) {
    return `an address can have at most ${maxLength} characters`;
  }
  if (!/^\/(?!\/)/.test(from) || !isContentLink(from)) return "the old address is not on this site";
  if (from.includes("?")) {
    return "the old address has a query, which redirects do not look at; leave out what follows the “?”";
  }
  if (to !== "" && !isPageTarget(to) && !(isContentLink(to) && /^(\/|https?:)/i.test(to))) {
    return "the new address must be a path such as /pricing/ or a web address (https://…)";
  }
  if (site.isTaken(pathOf(from))) {
    return `there is a page at ${pathOf(from)}, so the redirect would have no effect`;
  }
  return null;
}

type End = { readonly to: string } | { readonly loop: readonly string[] };

/**
 * Returns a function that finds where a path ends over all redirects; undefined for a path without
 * one. `targetAt` returns the target of the redirect at a path. Each path is followed once.
 */
function endFinder(site: Site, targetAt: (path: string) => string | undefined) {
  const ends = new Map<string, End>();
  return (start: string): End | undefined => {
    if (targetAt(start) === undefined) return undefined;
    const passed = new Set<string>();
    let at = start;
    let end = ends.get(start);
    while (end === undefined) {
      passed.add(at);
      const to = targetAt(at) ?? "";
      const next = pathOnSite(site, to);
      if (next === undefined || targetAt(next) === undefined) end = { to };
      else if (passed.has(next)) end = { loop: [...passed].slice([...passed].indexOf(next)) };
      else {
        at = next;
        end = ends.get(next);
      }
    }
    for (const path of passed) ends.set(path, end);
    return end;
  };
}

/** The path that a link leads to on this site, as redirects are compared. */
function pathOnSite(site: Site, link: string): string | undefined {
  const present = site.present(withoutOrigin(link, site.publicUrl));
  return present.startsWith("/") ? spellingOf(pathOf(present)) : undefined;
}

function isSameTarget(site: Site, one: string, other: string): boolean {
  return one === other || (one !== "" && other !== "" && site.present(one) === site.present(other));
}

/** Exports of other programs have whole addresses, with or without "www.", http or https. */
function withoutOrigin(address: string, publicUrl: string): string {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  const hostOf = (one: URL) => one.host.replace(/^www\./, "");
  if (url === null || hostOf(url) !== hostOf(new URL(publicUrl))) return address;
  return `${url.pathname}${url.search}${url.hash}`;
}
