import { hash } from "node:crypto";
import type { BucketSettings } from "../platform/files/bucket-settings.ts";
import { loadOnce } from "../platform/load-once.ts";

/** First and last byte of a range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A bucket of an S3-compatible service. All functions throw `BucketError`. */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such object. */
  get(key: string, range: ByteRange): Promise<Uint8Array | null>;
  /** Bytes of an object; null when there is no such object. */
  sizeOf(key: string): Promise<number | null>;
  /** Also succeeds when there is no such object. */
  remove(key: string): Promise<void>;
}

/** A failed request; the message says what the operator can do, and never has the key or secret. */
export class BucketError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BucketError";
  }
}

/** Bytes of a stored file that are not there. */
export class MissingBytesError extends BucketError {}

/** Time limit of a request with its retries. An object has at most a megabyte. */
export const bucketRequestMs = 30_000;
/** Retries after "slow down" and errors of the service. */
const retries = 3;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

interface Sent {
  readonly body?: Uint8Array;
  readonly range?: ByteRange;
}

export function openBucket(settings: BucketSettings, requestMs = bucketRequestMs): Bucket {
  const { origin, name, keyId, secret, region } = settings;
  const about = `The bucket ${name} at ${origin}`;
  const loadClient = loadOnce(async () => {
    const { AwsClient } = await import("aws4fetch");
    return new AwsClient({
      ...{ accessKeyId: keyId, secretAccessKey: secret, service: "s3", retries },
      ...(region === undefined ? {} : { region }),
    });
  });

  async function send(method: string, key: string, { body, range }: Sent = {}): Promise<Answer> {
    const client = await loadClient();
    const headers = {
      // Lets the service refuse bytes that changed on the way.
      "X-Amz-Content-Sha256": hash("sha256", body ?? ""),
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    };
    const controller = new AbortController();
    try {
      return await within(requestMs, controller, async () => {
        const response = await client.fetch(`${origin}/${name}/${key}`, {
          ...{ method, headers, redirect: "manual", signal: controller.signal },
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        });
        const { status } = response;
        return { status, headers: response.headers, bytes: await response.bytes() };
      });
    } catch (cause) {
      throw new BucketError(
        `${about} did not answer (${reasonOf(cause)}). Check that this server can reach the host in FILES_URL; add ?http to it for a server without TLS.`,
        { cause },
      );
    }
  }

  function refused({ status, bytes }: Answer): BucketError {
    // Only the code: the rest of the answer contains the id of the key.
    const code = /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(bytes).toString("latin1"))?.[1] ?? "";
    const answered = `${about} answered ${status}${code === "" ? "" : ` (${code})`}.`;
    return new BucketError(`${answered} ${adviceOn(status, code)}`);
  }

  const isUnknown = (answer: Answer) => answer.status === 404 && !isWithoutBucket(answer);
  return {
    async put(key, bytes) {
      const answer = await send("PUT", key, { body: bytes });
      if (answer.status !== 200) throw refused(answer);
    },
    async get(key, range) {
      const answer = await send("GET", key, { range });
      if (isUnknown(answer)) return null;
      if (answer.status !== 206 && answer.status !== 200) throw refused(answer);
      // A service without ranges answers 200 with the whole object.
      const { start, end } =
        answer.status === 206 ? { start: 0, end: range.end - range.start } : range;
      const bytes = answer.bytes.subarray(start, end + 1);
      if (bytes.length === range.end - range.start + 1) return bytes;
      throw new MissingBytesError(
        `${about} has too few bytes in ${key}. Something else has changed this object; restore it from a copy of the bucket.`,
      );
    },
    async sizeOf(key) {
      const answer = await send("HEAD", key);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw refused(answer);
      return Number(answer.headers.get("content-length"));
    },
    async remove(key) {
      const answer = await send("DELETE", key);
      if (answer.status !== 204 && answer.status !== 200 && !isUnknown(answer))
        throw refused(answer);
    },
  };
}

/**
 * Runs `action` with a time limit. The signal alone is not enough: aws4fetch passes it on in a
 * `Request`, which only weak references connect with the request that is sent. The garbage collector
 * can remove that `Request`, and then nothing ends a request to a service that never answers.
 */
async function within<T>(
  ms: number,
  controller: AbortController,
  action: () => Promise<T>,
): Promise<T> {
  const tooLong = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException("The request took too long.", "TimeoutError");
    tooLong.reject(error);
    controller.abort(error);
  }, ms);
  try {
    return await Promise.race([action(), tooLong.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function isWithoutBucket({ bytes }: Answer): boolean {
  return Buffer.from(bytes).includes("<Code>NoSuchBucket</Code>");
}

function adviceOn(status: number, code: string): string {
  if (code === "NoSuchBucket") return "Create the bucket, or correct its name in FILES_URL.";
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch") {
    return "Correct the key and the secret in FILES_URL.";
  }
  if (code === "RequestTimeTooSkewed") return "Set the clock of this server.";
  if (code === "AuthorizationHeaderMalformed" || (status >= 300 && status < 400)) {
    return "Add the region of the bucket to FILES_URL, such as ?region=eu-north-1.";
  }
  if (status === 401 || status === 403) {
    return "Allow the key in FILES_URL to read, write and delete objects of this bucket.";
  }
  return "Check the settings of the bucket, and whether its service reports an outage.";
}

/** `fetch` hides the reason, such as a refused connection, in the cause of its error. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: unknown };
  if (name === "TimeoutError") return "it took too long";
  const { code, message: inner } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return String(code ?? inner ?? message);
}
