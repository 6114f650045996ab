import { percentDecoded } from "./texts/percent-decoded.ts";

/**
 * Whether an address can be a mail server's. A character of the name or password that is not escaped ends
 * the part in which it stands, and what comes behind it would be left out without a word.
 */
export function isMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, port, pathname, search, hash, username, password } = new URL(address);
  if (hostname === "" || port === "0" || !/^\/?$/.test(pathname)) return false;
  const isEscaped = [username, password].every((part) => percentDecoded(part) !== null);
  return !search.includes("@") && hash === "" && isEscaped;
}

/** Whether a text is one address, by itself or behind a name. */
export function isSender(text: string): boolean {
  const [, address = text] = /^[^<>]*<([^<>]*)>$/.exec(text) ?? [];
  return /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(address);
}
