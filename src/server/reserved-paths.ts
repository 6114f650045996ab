import { firstWordOf, spellingOf } from "../content/addresses/address-spelling.ts";
import { sandboxPath } from "../payments/sandbox/endpoints.ts";

/** Paths that no route of a page declares: interfaces, probes and folders of files. */
const otherPaths = [
  "/api",
  "/media",
  "/healthz",
  "/readyz",
  "/metrics",
  sandboxPath,
  "/assets",
  "/pictures",
];

/**
 * First words of all paths that the site itself needs. `pagePaths` are the paths of its routes;
 * a route that begins with a parameter reserves no word.
 */
export function reservedWords(pagePaths: readonly (string | undefined)[]): ReadonlySet<string> {
  const words = [...otherPaths, ...pagePaths.map((path) => path ?? "")].map(firstWordOf);
  return new Set(words.filter((word) => !/^[:*]/.test(word)));
}

/** Normalised paths that the site itself answers, without those of routes with a parameter. */
export function ownPaths(pagePaths: readonly (string | undefined)[]): ReadonlySet<string> {
  const paths = [...otherPaths, ...pagePaths.map((path) => path ?? "")].map(spellingOf);
  return new Set(paths.filter((path) => !/[:*]/.test(path)));
}
