/**
 * Normal form of an address, by which addresses are compared (RFC 3986, 6.2.2): case of scheme,
 * host and escapes, default port, empty path and dot segments; Punycode instead of Unicode. Escapes
 * of unreserved characters are decoded, and characters that an address may not contain are escaped.
 * Without the fragment and without the dot that ends an absolute host name. Requests are sent to
 * the address as the site writes it. Returns any other text unchanged.
 */
export function normalAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : written(url, url.search);
}

/**
 * Normal form of an address without the parameters by which campaigns are tracked. Two addresses
 * with the same key lead to the same page.
 */
export function pageKey(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((part) => !isTracking(part));
  return written(url, kept.length === 0 ? "" : `?${kept.join("&")}`);
}

export function isSamePage(one: string, other: string): boolean {
  return one === other || pageKey(one) === pageKey(other);
}

/** The items whose addresses have distinct keys; of equal ones the first. */
export function distinctPages(addresses: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const address of addresses) {
    const key = pageKey(address);
    if (!byKey.has(key)) byKey.set(key, address);
  }
  return [...byKey.values()];
}

function written({ protocol, username, password, host, pathname }: URL, search: string): string {
  const user = username === "" && password === "" ? "" : `${username}:${password}@`;
  // The dots that end a host name stand before the port.
  const absolute = host.replace(/\.+(?=$|:\d+$)/, "");
  return `${protocol}//${user}${absolute}${normalEscapes(pathname)}${search === "?" ? "" : normalEscapes(search)}`;
}

const notAllowed = /[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/gu;

/** Decodes escapes of unreserved characters and writes all other escapes in upper case. */
function normalEscapes(text: string): string {
  return text
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : octet.toUpperCase();
    })
    .replace(notAllowed, encodeURIComponent);
}

const trackingPrefix = /^(?:utm|hsa|mtm|matomo|pk|piwik)_/;
/** Parameters that advertisements, newsletters and social networks add to links. */
const trackingNames = new Set(
  "gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid igshid igsh msclkid yclid ysclid twclid ttclid li_fat_id epik rdt_cid sccid mc_cid mc_eid _hsenc _hsmi hsctatracking mkt_tok vero_id oly_anon_id oly_enc_id wickedid _openstat".split(
    " ",
  ),
);

function isTracking(part: string): boolean {
  const name = normalEscapes(part.split("=", 1)[0] ?? "").toLowerCase();
  return trackingPrefix.test(name) || trackingNames.has(name);
}
