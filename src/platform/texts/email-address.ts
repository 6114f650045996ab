import { z } from "zod";
import { foldedText } from "./folded-text.ts";

const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** The dot-atom of RFC 5322 before the @. A quoted text is refused, because no mailbox needs it. */
const localPart = new RegExp(`^${atext}(\\.${atext})*$`);
const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
/** The last label is letters or the ASCII form of a Unicode name, so an IP address is no domain. */
const domainName = new RegExp(`^(${label}\\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`, "i");

/** The ASCII form of a Unicode domain, in lower case; an ASCII domain and a faulty one unchanged. */
function asciiDomain(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with controls
  if (/^[\x00-\x7f]*$/.test(domain)) return domain;
  // The parser of URLs converts the name of a host like a browser does in an email field.
  if (!/^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u.test(domain)) return domain;
  const address = `http://${domain}/`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

/** An email address with its domain in ASCII, as it is stored and sent. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 0 ? email : `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1))}`;
}

/** The key of an address: two addresses with the same key are one identity. */
export function normalEmail(email: string): string {
  return asciiEmail(email.trim()).toLowerCase();
}

/** The beginning of an email address in a search, as the keys of `normalEmail` begin. */
export function searchedEmail(typed: string): string {
  return foldedText(normalEmail(typed));
}

/**
 * Whether emails can be sent to an address. Letters outside ASCII are possible in the domain only:
 * before the @ they would need SMTPUTF8, which many mail servers refuse.
 */
export function isEmail(email: string): boolean {
  const ascii = asciiEmail(email);
  const at = ascii.lastIndexOf("@");
  const [local, domain] = [ascii.slice(0, Math.max(at, 0)), ascii.slice(at + 1)];
  const isShort = local.length <= 64 && domain.length <= 253 && ascii.length <= 254;
  return isShort && localPart.test(local) && domainName.test(domain);
}

/** Whether an account can have the address. The specification demands three letters in a row. */
export function isAccountEmail(email: string): boolean {
  return /\p{L}{3}/u.test(email) && isEmail(email);
}

/** The email field of every form. Its value has the domain in ASCII. */
export function emailField(
  error: string | ((issue: { readonly input?: unknown }) => string | undefined),
) {
  return z
    .string({ error })
    .overwrite(asciiEmail)
    .refine(isEmail, { error, abort: true })
    .meta({ format: "email" });
}
