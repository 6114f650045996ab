/**
 * A path on this site to go to after sign-in, or the fallback for anything that is not plainly
 * one: other hosts, also in the disguises that browsers read as hosts ("//x", "/\x", "/%09/x"),
 * and other schemes.
 */
export function localPathOr(candidate: string | null | undefined, fallback: string): string {
  if (!candidate || candidate.length > 2000 || !candidate.startsWith("/")) return fallback;
  if (hasControlOrBackslash(candidate)) return fallback;
  let decoded: string;
  try {
    decoded = decodeURIComponent(candidate);
  } catch {
    return fallback;
  }
  if (hasControlOrBackslash(decoded) || decoded.startsWith("//")) return fallback;
  const base = "http://local.invalid";
  const target = URL.canParse(candidate, base) ? new URL(candidate, base) : null;
  if (target === null || target.origin !== base || target.pathname.startsWith("//"))
    return fallback;
  return `${target.pathname}${target.search}${target.hash}`;
}

function hasControlOrBackslash(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u001f\u007f\\]/.test(value);
}
