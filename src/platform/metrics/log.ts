import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";

const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu;
const credentials = /\/\/[^/\s@]+@/g;
const secretParameter = /\b(token|proof|code|secret|password|cookie|authorization)=[^&\s"']+/gi;

/** A text for the log, without the addresses, credentials and tokens that may stand in it. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(credentials, "//[removed]@")
    .replace(address, "[address]")
    .replace(secretParameter, "$1=[removed]");
}

export type Log = Logger;

const currentRequest = new AsyncLocalStorage<{ readonly requestId: string }>();

/** What `run` logs, directly or by what it calls, carries the id of its request. */
export function loggingRequest<T>(requestId: string, run: () => T): T {
  return currentRequest.run({ requestId }, run);
}

/** What nobody should give to the log, in case that somebody does. */
const secretNames = ["password", "token", "cookie", "authorization", "secret"];
const personalNames = ["email", "recipient", "customerEmail", "customerName", "headers", "body"];
const removed = [...secretNames, ...personalNames].flatMap((name) => [name, `*.${name}`]);

const withoutAddresses = (value: unknown) =>
  typeof value === "string" ? withoutPersonalData(value) : value;

/**
 * One JSON line per event on standard output, or where a test wants it; never a password, a token,
 * a message body, or who somebody is.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A new object each time: the log writes the line into it.
    mixin: () => ({ ...currentRequest.getStore() }),
    redact: { paths: removed, censor: "[removed]" },
    serializers: { err: loggedError, reason: withoutAddresses, message: withoutAddresses },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const mostCauses = 3;

/**
 * Only what an error says about the program. A database's error also carries the values that it
 * refused, in fields such as `detail`, and a mail server's the address.
 */
function loggedError(error: unknown, causes = 0): unknown {
  if (typeof error !== "object" || error === null) return withoutAddresses(String(error));
  if (!(error instanceof Error)) return thrownObject(error);
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    ...(code === undefined ? {} : { code }),
    ...(errcode === undefined ? {} : { errcode }),
    stack: withoutPersonalData(error.stack ?? ""),
    ...(error.cause === undefined || causes >= mostCauses
      ? {}
      : { cause: loggedError(error.cause, causes + 1) }),
  };
}

/** Of what is no error, what it is and what it has: what it says there may be about anybody. */
function thrownObject(thrown: object): unknown {
  const { status } = thrown as { status?: unknown };
  return {
    type: thrown.constructor?.name ?? "Object",
    ...(typeof status === "number" ? { status } : {}),
    fields: Object.keys(thrown),
  };
}
