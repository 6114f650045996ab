import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** A name that exists as long as the domain name system does (RFC 2606). */
const knownName = "example.com";

/**
 * A server without a connection finds no name at all, and some name services say then that the name
 * does not exist. Throws an error with the code "EAI_AGAIN" for a name that is not found while the
 * known name is not found either.
 */
export function resolverWith(find: Resolve): Resolve {
  return async (name) => {
    try {
      return await find(name);
    } catch (error) {
      const isUnknown = error instanceof Error && "code" in error && error.code === "ENOTFOUND";
      if (!isUnknown) throw error;
      const isConnected = await find(knownName).then(
        () => true,
        () => false,
      );
      throw isConnected ? error : Object.assign(error as Error, { code: "EAI_AGAIN" });
    }
  };
}

export const resolveBySystem: Resolve = resolverWith(async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
});

function ownInterfaces(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  );
}

/**
 * Where an IP address leads: to this machine or one of the further `own` addresses, into a private
 * network, or to another public host.
 */
export function destinationOf(
  address: string,
  own: readonly string[] = [],
): "public" | "private" | "own" {
  if (!isPublicAddress(address)) return "private";
  const spelling = spellingOf(address);
  return [...own, ...ownInterfaces()].some((each) => spellingOf(each) === spelling)
    ? "own"
    : "public";
}

/** One spelling for all addresses that the system connects to the same host. */
function spellingOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  const carried = parsed instanceof ipaddr.IPv6 ? carriedAddress(parsed) : null;
  return (carried ?? parsed).toString();
}

/**
 * Whether an IP address is a public unicast address. Addresses that carry an IPv4 address (mapped,
 * NAT64, 6to4) count as that address, because a gateway may deliver to it.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  // A zone, such as %eth0, names an interface of this machine.
  if (parsed.zoneId !== undefined) return false;
  const carried = carriedAddress(parsed);
  if (carried !== null) return carried.range() === "unicast";
  return parsed.range() === "unicast" && isGlobal(parsed);
}

function carriedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  if (address.match(ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number])) {
    return new ipaddr.IPv4(bytes.slice(12));
  }
  if (address.match(ipaddr.parseCIDR("2002::/16") as [ipaddr.IPv6, number])) {
    return new ipaddr.IPv4(bytes.slice(2, 6));
  }
  return null;
}

/** 2000::/3 is all that is assigned for global unicast. */
function isGlobal(address: ipaddr.IPv6): boolean {
  return ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}
