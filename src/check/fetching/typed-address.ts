import { isIP } from "node:net";
import { domainToUnicode } from "node:url";
import type { Failure } from "../engine/facts.ts";

export const longestAddress = 2048;

export interface TypedAddress {
  readonly address: string;
  /** False if the person typed no http:// or https://, so that both may be tried. */
  readonly hasScheme: boolean;
}

const otherSchemes =
  /^\s*(javascript|data|mailto|tel|file|blob|about|vbscript|view-source|ftp|ws|wss|sftp|ssh|ldap|gopher):/i;

/**
 * Reads an address that a person typed. Returns a Failure for an address that cannot be requested.
 */
export function readTypedAddress(typed: string): TypedAddress | Failure {
  const text = typed.trim();
  if (text === "") return refusal("Enter the address of your website, such as example.com.");
  if (text.length > longestAddress) {
    return refusal(
      "The address is too long. Enter the address of your home page, such as example.com.",
    );
  }
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if ((hasScheme && !/^https?:/i.test(text)) || otherSchemes.test(text)) {
    return refusal("Only addresses with http:// or https:// can be checked.");
  }
  const url = URL.parse(hasScheme ? text : `https://${text}`);
  if (url === null)
    return refusal(`“${shortened(text)}” is not an address. Enter one such as example.com.`);
  const fault = faultOf(url);
  if (fault !== null) return fault;
  return { address: cleaned(url), hasScheme };
}

/**
 * Finds a fault of a URL before its host name is resolved. Also checks the targets of redirects.
 */
export function faultOf(url: URL): Failure | null {
  if (!/^https?:$/.test(url.protocol)) {
    return refusal("Only addresses with http:// or https:// can be checked.");
  }
  if (url.username !== "" || url.password !== "") {
    return refusal("The address contains a user name or a password. Enter it without them.");
  }
  if (!["", "80", "443"].includes(url.port)) {
    return refusal("Only the usual ports of websites, 80 and 443, can be checked.");
  }
  const host = hostOf(url);
  if (isIP(host) === 0 && !/^[^.]+(\.[^.]+)+$/.test(host)) {
    return refusal(
      `“${shortened(host)}” is not the name of a website. Enter one such as example.com.`,
    );
  }
  if (host.length > 253) return refusal("The name of the website is too long.");
  return null;
}

/** Host without brackets and without the dot that ends an absolute name. */
export function hostOf(url: URL): string {
  // No expression for all dots at the end, because a host can consist of 60,000 dots, for which such
  // an expression takes minutes.
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** The address without fragment, and without the dot that ends an absolute name. */
export function cleaned(url: URL): string {
  const copy = new URL(url);
  copy.hash = "";
  const host = hostOf(copy);
  if (isIP(host) === 0) copy.hostname = host;
  return copy.href;
}

/** Host name for people: an internationalised name in its own script, followed by its Punycode. */
export function shownHost(address: string): string {
  const host = URL.parse(address)?.hostname ?? address;
  const unicode = domainToUnicode(host);
  return unicode === "" || unicode === host ? host : `${unicode} (${host})`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function refusal(sentence: string): Failure {
  return { kind: "address", sentence };
}
