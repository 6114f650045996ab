export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    hostname === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/**
 * Whether an origin belongs to the site. For a site on a loopback address, every loopback name at
 * the same port belongs to the site, because people use localhost and 127.0.0.1 interchangeably.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const own = new URL(publicUrl);
  const other = new URL(origin);
  return (
    isLoopback(own.hostname) &&
    isLoopback(other.hostname) &&
    own.protocol === other.protocol &&
    own.port === other.port
  );
}
