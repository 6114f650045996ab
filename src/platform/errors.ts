/** Kind of a refusal, which both interfaces translate into a status and a page. */
export type ErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "wrong-method"
  | "conflict"
  | "too-large"
  | "wrong-type"
  | "key-reused"
  | "too-many"
  | "unavailable";

/** An invalid field of a request: its path, and a sentence for the sender. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

interface AppErrorOptions {
  readonly issues?: readonly FieldIssue[];
  /** Further members of the JSON of a REST error, such as the current price of a plan. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
  /** Allowed methods, for "wrong-method". */
  readonly allow?: readonly string[];
  /** Seconds until the sender may try again, for "too-many" and "unavailable". */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal. People see the message unchanged, so the message must say what they can do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly FieldIssue[];
  readonly extra: Readonly<Record<string, JsonValue>>;
  readonly allow: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.issues = options.issues ?? [];
    this.extra = options.extra ?? {};
    this.allow = options.allow;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const statusOfCode: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "wrong-method": 405,
  conflict: 409,
  "too-large": 413,
  "wrong-type": 415,
  "key-reused": 422,
  "too-many": 429,
  unavailable: 503,
};

export function statusOf(error: AppError): number {
  return statusOfCode[error.code];
}

/** Reason why the server cannot start; the message is printed unchanged, without a stack trace. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "StartError";
  }
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
