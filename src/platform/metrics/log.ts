import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { customerDetailNames } from "../texts/customer-details.ts";

// Looks only where a word begins, so that a long text without an address takes no square of its
// length.
const address = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu;
const credentials = /\/\/[^/\s@]+@/g;
const secretParameter = /\b(token|proof|code|secret|password|cookie|authorization)=[^&\s"']+/gi;

/** Removes email addresses, credentials and tokens from a text for the log. */
function withoutPersonalData(text: string): string {
  return text
    .replace(credentials, "//[removed]@")
    .replace(address, "[address]")
    .replace(secretParameter, "$1=[removed]");
}

export type Log = Logger;

const currentRequest = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Adds the id of a request to each line that is logged during `run`. */
export function loggingRequest<T>(requestId: string, run: () => T): T {
  return currentRequest.run({ requestId }, run);
}

/**
 * Names of fields whose values are removed from the log, in case a caller logs such a field by
 * mistake.
 */
const secretNames = ["password", "token", "cookie", "authorization", "secret"];
const contactNames = ["email", "recipient", "customerEmail", "headers", "body"];
const personalNames = [...contactNames, ...customerDetailNames];
const removed = [...secretNames, ...personalNames].flatMap((name) => [name, `*.${name}`]);

const withoutAddresses = (value: unknown) =>
  typeof value === "string" ? withoutPersonalData(value) : value;

/**
 * Writes one JSON line per event to standard output, or to the destination of a test, without
 * passwords, tokens, message bodies and personal data.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A new object for each line, because pino adds the fields of the line to the object.
    mixin: () => ({ ...currentRequest.getStore() }),
    redact: { paths: removed, censor: "[removed]" },
    serializers: { err: loggedError, reason: withoutAddresses, message: withoutAddresses },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const mostCauses = 3;

/**
 * Keeps only the fields of an error that describe the program. Errors of a database also have
 * rejected values, in fields such as `detail`, and errors of a mail server have the recipient.
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

/**
 * Type and field names of a thrown object that is not an Error; the values of the fields can be
 * personal data.
 */
function thrownObject(thrown: object): unknown {
  const { status } = thrown as { status?: unknown };
  return {
    type: thrown.constructor?.name ?? "Object",
    ...(typeof status === "number" ? { status } : {}),
    fields: Object.keys(thrown),
  };
}
