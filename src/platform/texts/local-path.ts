import { percentDecoded } from "./percent-decoded.ts";

/**
 * Returns the candidate if it is the path of a page on this site, such as the page to return to
 * after sign-in; otherwise the fallback. Rejects other hosts, also in spellings that browsers read
 * as hosts ("//x", "/\x", "/%09/x"), other schemes, and React Router's data paths (".data").
 */
export function localPathOr(candidate: string | null | undefined, fallback: string): string {
  if (!candidate || candidate.length > 2000 || !isPlainPath(candidate)) return fallback;
  const base = "http://local.invalid";
  const target = URL.canParse(candidate, base) ? new URL(candidate, base) : null;
  // Checks again, because URL parsing resolves dots: "/./%2Fx" becomes "/%2Fx".
  if (target === null || target.origin !== base || !isPlainPath(target.pathname)) return fallback;
  if (decodeURIComponent(target.pathname).endsWith(".data")) return fallback;
  return `${target.pathname}${target.search}${target.hash}`;
}

/** Whether a path begins with one slash and has no character that a browser drops or replaces. */
function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const plain = /^\/(?!\/)[^\u0000-\u001f\u007f\\]*$/;
  const decoded = percentDecoded(path);
  return decoded !== null && [path, decoded].every((each) => plain.test(each));
}
