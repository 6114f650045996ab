/** The absolute http(s) address without its fragment, or null for other and invalid addresses. */
export function resolveAddress(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href;
}
