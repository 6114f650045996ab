import { connect, isIP, type Socket } from "node:net";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { destinationOf, type Resolve, resolveBySystem } from "#platform/network/public-address.ts";
import type { ReadyServer } from "./smtp-failures.ts";

/** Which addresses a mail server that was typed in the panel may have. Tests replace it. */
export interface Network {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
}

const publicNetwork: Network = {
  resolve: resolveBySystem,
  isAllowed: (address) => destinationOf(address) === "public",
};

/** The code of an error that says that a host is private, and was not connected to. */
export const privateHostCode = "EPRIVATE";

/** Has the fields that nodemailer gives to its own errors of connecting. */
class ConnectFailure extends Error {
  readonly command = "CONN";
  readonly code: string;
  readonly originalCode: string;

  constructor(code: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.code = code;
    this.originalCode = (cause as { code?: string }).code ?? code;
  }
}

/**
 * The options of nodemailer that decide where it connects. A server from the panel is reached at
 * the very IP addresses that were judged, so that a second answer of the name server cannot lead
 * the connection into a private network (DNS rebinding). TLS still checks the certificate for the
 * host name.
 */
export function connectionOptions(
  { smtpUrl, mayBePrivate }: ReadyServer,
  connectMs: number,
  network: Network = publicNetwork,
): Pick<SMTPTransport.Options, "url" | "getSocket"> {
  if (mayBePrivate) return { url: smtpUrl };
  return {
    url: smtpUrl,
    getSocket: ({ host = "", port }, callback) => {
      connectWithin(connectMs, { host, port: Number(port) }, network).then(
        (connection) => callback(null, { connection }),
        (error) => callback(error, false),
      );
    },
  };
}

interface Place {
  readonly host: string;
  readonly port: number;
}

function connectWithin(limitMs: number, place: Place, network: Network): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined;
    const timer = setTimeout(() => {
      socket?.destroy();
      reject(new ConnectFailure("ETIMEDOUT", "Connection timeout"));
    }, limitMs);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    judgedAddresses(place.host, network).then((addresses) => {
      const opening = openSocket(place, addresses);
      socket = opening;
      opening.once("error", (error) => fail(new ConnectFailure("ESOCKET", error)));
      opening.once("connect", () => {
        clearTimeout(timer);
        opening.removeAllListeners("error");
        resolve(opening);
      });
    }, fail);
  });
}

/** Throws when any address of the host is not allowed. */
async function judgedAddresses(host: string, { resolve, isAllowed }: Network) {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(name) === 0 ? await resolve(name).catch(notFound) : [name];
  if (addresses.length === 0) notFound(new Error(`no address for ${name}`));
  if (!addresses.every(isAllowed)) {
    throw new ConnectFailure(privateHostCode, `${name} is in a private network`);
  }
  return addresses;
}

function notFound(error: unknown): never {
  throw new ConnectFailure("EDNS", error);
}

/** Node tries the addresses in turn (RFC 8305). */
function openSocket({ host, port }: Place, addresses: readonly string[]): Socket {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return connect({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_name, _options, callback) => callback(null, all),
  });
}
