import { percentDecoded } from "./percent-decoded.ts";

/**
 * A path on this site to go to after sign-in, or the fallback for anything that is not plainly
 * one: other hosts, also in the disguises that browsers read as hosts ("//x", "/\x", "/%09/x"),
 * other schemes, and what scripts ask for (".data"), which is no page to stand on.
 */
export function localPathOr(candidate: string | null | undefined, fallback: string): string {
  if (!candidate || candidate.length > 2000 || !isPlainPath(candidate)) return fallback;
  const base = "http://local.invalid";
  const target = URL.canParse(candidate, base) ? new URL(candidate, base) : null;
  // Asked again of what the dots have become: "/./%2Fx" is "/%2Fx".
  if (target === null || target.origin !== base || !isPlainPath(target.pathname)) return fallback;
  if (decodeURIComponent(target.pathname).endsWith(".data")) return fallback;
  return `${target.pathname}${target.search}${target.hash}`;
}

/** Whether it begins with one slash, and has nothing that a browser drops or reads as another. */
function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const plain = /^\/(?!\/)[^\u0000-\u001f\u007f\\]*$/;
  const decoded = percentDecoded(path);
  return decoded !== null && [path, decoded].every((each) => plain.test(each));
}
