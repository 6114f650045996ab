import { firstWordOf, spellingOf } from "../content/addresses/address-spelling.ts";
import { sandboxPath } from "../payments/sandbox/endpoints.ts";

/** The doors beside the pages, open or not, and the folders of files. */
const besidePages = [
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
 * The words with which all addresses begin that the site itself needs. `pagePaths` are those of its
 * routes; one that begins with a parameter takes what nobody else does.
 */
export function reservedWords(pagePaths: readonly (string | undefined)[]): ReadonlySet<string> {
  const words = [...besidePages, ...pagePaths.map((path) => path ?? "")].map(firstWordOf);
  return new Set(words.filter((word) => !/^[:*]/.test(word)));
}

/** Where the site itself answers, each in its one spelling; what a parameter takes is not among them. */
export function ownPaths(pagePaths: readonly (string | undefined)[]): ReadonlySet<string> {
  const paths = [...besidePages, ...pagePaths.map((path) => path ?? "")].map(spellingOf);
  return new Set(paths.filter((path) => !/[:*]/.test(path)));
}
