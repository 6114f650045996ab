import { isIP } from "node:net";

/**
 * The address that limits count by. A forwarded-for header is believed only as far as trusted
 * proxies wrote it: read from the right, the first address that is no trusted proxy.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const chain = (forwardedFor ?? "").split(",").map((address) => plainAddress(address.trim()));
  let current = plainAddress(socketAddress ?? "");
  while (trustedProxies.includes(current)) {
    const next = chain.pop();
    if (next === undefined || isIP(next) === 0) break;
    current = next;
  }
  return current === "" ? "unknown" : current;
}

/** An IPv4 address that a dual-stack socket reports as IPv6 is the same client. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}
