import type { AuthenticationResults, MethodResult } from "./authentication-results.ts";

/**
 * What the receiving server found out about the sender of an email:
 *
 * - `verified`: the email comes from the domain of its From header.
 * - `unprotected`: the domain publishes no rule by which the server could tell.
 * - `dmarc-failed`, `spf-failed`: the domain says that the email does not come from it.
 * - `not-checked`: the server wrote no result, or none that can be read.
 */
export type SenderCheck =
  | "verified"
  | "unprotected"
  | "dmarc-failed"
  | "spf-failed"
  | "not-checked";

/**
 * Judges the sender by the results of the server with the name `authservId`. Any bad result counts,
 * but a good result only in the topmost header: a header below may come from the sender, if the
 * server does not remove forged headers as RFC 8601 demands.
 */
export function checkSender(
  headers: readonly AuthenticationResults[],
  authservId: string,
  sender: string,
): SenderCheck {
  const own = headers.filter((header) => header.authservId === authservId.toLowerCase());
  const all = own.flatMap(({ results }) => results ?? []);
  const domain = domainOf(sender);
  const dmarc = all.filter(({ method }) => method === "dmarc");
  if (dmarc.some((one) => one.result === "fail" || !isAbout(one, domain))) return "dmarc-failed";
  const known = ["pass", "none", "bestguesspass"];
  if (dmarc.some(({ result }) => !known.includes(result))) return "not-checked";
  const top = own[0]?.results;
  if (top == null) return "not-checked";
  const passes = passesOf(top, domain);
  if (passes) return "verified";
  const hasFailedSpf = all.some(({ method, result }) => method === "spf" && result === "fail");
  return hasFailedSpf ? "spf-failed" : "unprotected";
}

function passesOf(results: readonly MethodResult[], domain: string): boolean {
  const dmarc = results.filter(({ method }) => method === "dmarc");
  if (dmarc.length > 0 && dmarc.every(({ result }) => result === "pass")) return true;
  return results.some(
    (one) =>
      one.result === "pass" &&
      ((one.method === "dkim" && isSigner(one, domain)) ||
        (one.method === "spf" && isOnly(domain, valuesOf(one, "smtp.mailfrom")))),
  );
}

/** Without this property, a DMARC result is about the only From header. */
function isAbout(result: MethodResult, domain: string): boolean {
  const named = valuesOf(result, "header.from");
  return named.length === 0 || isOnly(domain, named);
}

function isSigner(result: MethodResult, domain: string): boolean {
  const domains = valuesOf(result, "header.d");
  return isOnly(domain, domains.length > 0 ? domains : valuesOf(result, "header.i"));
}

/**
 * Exactly the domain of the sender, without a parent or a subdomain: which domains have the same
 * owner is known only with the list of public suffixes.
 */
function isOnly(domain: string, values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => domainOf(value) === domain);
}

function valuesOf({ properties }: MethodResult, wanted: string): string[] {
  return properties.filter(([name]) => name === wanted).map(([, value]) => value);
}

/** The part after the last @, or the whole text without one. */
function domainOf(text: string): string {
  return text.slice(text.lastIndexOf("@") + 1).toLowerCase();
}
