/**
 * Loaded into a server by `NODE_OPTIONS` before its program: names of the village resolve to a
 * public address, and connections to that address go to the village on this machine. The program
 * itself is unchanged, with all its protections.
 */
import promises, { type lookup } from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

interface VillageNetwork {
  readonly hosts: readonly string[];
  readonly address: string;
  readonly plainPort: number;
  readonly securePort: number;
}

const { hosts, address, plainPort, securePort } = JSON.parse(
  process.env.VILLAGE_NETWORK ?? "{}",
) as VillageNetwork;

const resolve = promises.lookup;
promises.lookup = (async (name: string, options: object) =>
  hosts.includes(name) ? [{ address, family: 4 }] : resolve(name, options)) as typeof lookup;
syncBuiltinESMExports();

const connect = Socket.prototype.connect;
Socket.prototype.connect = function toVillage(this: Socket, ...given: unknown[]) {
  // `net.connect` passes its options in an array.
  const [first] = given;
  const options = (Array.isArray(first) ? first[0] : first) as { host?: string; port?: number };
  if (options?.host === address) {
    options.host = "127.0.0.1";
    options.port = options.port === 443 ? securePort : plainPort;
  }
  return Reflect.apply(connect, this, given);
} as typeof connect;
