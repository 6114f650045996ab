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
  /** Size of an object in bytes; null when there is no such object. */
  sizeOf(key: string): Promise<number | null>;
  /** Also succeeds when there is no such object. */
  remove(key: string): Promise<void>;
  /** Keys that begin with `prefix`, sorted. */
  list(prefix: string): Promise<readonly string[]>;
  /**
   * Stores an object of any size in parts, with one part in memory. The object appears as a whole
   * when all parts are stored, or not at all. First deletes all unfinished uploads under `prefix`,
   * which dead processes have left.
   */
  putLarge(key: string, prefix: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * A failed request. The message says what the operator can do, and never contains the key or
 * secret.
 */
export class BucketError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BucketError";
  }
}

/** The bucket lacks bytes of a stored file. */
export class MissingBytesError extends BucketError {}

/** Time limit of a request with its retries, for objects of at most a megabyte. */
export const bucketRequestMs = 30_000;
/** Number of retries after the answer "slow down" or an error of the service. */
const retries = 3;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

interface Sent {
  readonly body?: Uint8Array;
  readonly range?: ByteRange;
  readonly query?: Readonly<Record<string, string>>;
}

/** S3 refuses parts below 5 MB, except the last part, and more than 10,000 parts. */
const uploadPartBytes = 8 * 1024 * 1024;

/** `setting` is the name of the setting that error messages mention. */
export function openBucket(
  settings: BucketSettings,
  requestMs = bucketRequestMs,
  setting = "FILES_URL",
): Bucket {
  const { origin, name, keyId, secret, region } = settings;
  const about = `The bucket ${name} at ${origin}`;
  const loadClient = loadOnce(async () => {
    const { AwsClient } = await import("aws4fetch");
    return new AwsClient({
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: "s3",
      retries,
      ...(region === undefined ? {} : { region }),
    });
  });

  async function send(
    method: string,
    key: string,
    { body, range, query = {} }: Sent = {},
  ): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    const address = `${origin}/${name}/${key}${search === "" ? "" : `?${search}`}`;
    const client = await loadClient();
    const headers = {
      // With this hash, the service refuses bytes that changed on the way.
      "X-Amz-Content-Sha256": hash("sha256", body ?? ""),
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    };
    const controller = new AbortController();
    try {
      return await within(requestMs, controller, async () => {
        const response = await client.fetch(address, {
          method,
          headers,
          redirect: "manual",
          signal: controller.signal,
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        });
        const { status } = response;
        return { status, headers: response.headers, bytes: await response.bytes() };
      });
    } catch (cause) {
      throw new BucketError(
        `${about} did not answer (${reasonOf(cause)}). Check that this server can reach the host in ${setting}; add ?http to it for a server without TLS.`,
        { cause },
      );
    }
  }

  function refused({ status, bytes }: Answer): BucketError {
    // Reads only the error code, because the rest of the answer contains the id of the access key.
    const code = /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(bytes).toString("latin1"))?.[1] ?? "";
    const answered = `${about} answered ${status}${code === "" ? "" : ` (${code})`}.`;
    return new BucketError(`${answered} ${adviceOn(status, code, setting)}`);
  }

  async function sendGood(method: string, key: string, sent: Sent): Promise<Answer> {
    const answer = await send(method, key, sent);
    // S3 can answer the completion of an upload with status 200 and an error in the body.
    const isGood = answer.status >= 200 && answer.status < 300 && !text(answer).includes("<Error>");
    if (!isGood) throw refused(answer);
    return answer;
  }

  async function removeUnfinishedUploads(prefix: string): Promise<void> {
    const answer = await sendGood("GET", "", { query: { uploads: "", prefix } });
    for (const [, upload = ""] of text(answer).matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
      const [key, uploadId] = [valueIn(upload, "Key"), valueIn(upload, "UploadId")];
      if (key?.startsWith(prefix) && uploadId !== undefined) await abortUpload(key, uploadId);
    }
  }

  async function abortUpload(key: string, uploadId: string): Promise<void> {
    const answer = await send("DELETE", key, { query: { uploadId } });
    if (answer.status !== 404 && answer.status !== 204 && answer.status !== 200) {
      throw refused(answer);
    }
  }

  async function sendParts(
    key: string,
    uploadId: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const tags: string[] = [];
    for await (const body of inParts(bytes, uploadPartBytes)) {
      const partNumber = String(tags.length + 1);
      const { headers } = await sendGood("PUT", key, { body, query: { partNumber, uploadId } });
      tags.push(headers.get("etag") ?? "");
    }
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    await sendGood("POST", key, { body: Buffer.from(xml), query: { uploadId } });
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
    async list(prefix) {
      const keys: string[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const more: Record<string, string> = token === "" ? {} : { "continuation-token": token };
        const query = { "list-type": "2", prefix, ...more };
        const xml = text(await sendGood("GET", "", { query }));
        for (const [, key = ""] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key);
        token = valueIn(xml, "NextContinuationToken");
      }
      return keys.sort();
    },
    async putLarge(key, prefix, bytes) {
      await removeUnfinishedUploads(prefix);
      const started = await sendGood("POST", key, { query: { uploads: "" } });
      const uploadId = valueIn(text(started), "UploadId");
      if (uploadId === undefined) throw refused(started);
      try {
        await sendParts(key, uploadId, bytes);
      } catch (error) {
        await abortUpload(key, uploadId).catch(() => {});
        throw error;
      }
    },
  };
}

const text = ({ bytes }: Answer) => Buffer.from(bytes).toString();

function valueIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
}

/** Joins and cuts chunks to parts of one size; the last part can be smaller. */
async function* inParts(chunks: AsyncIterable<Uint8Array>, size: number) {
  let part = Buffer.alloc(size);
  let length = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const taken = Math.min(size - length, chunk.length - from);
      part.set(chunk.subarray(from, from + taken), length);
      [from, length] = [from + taken, length + taken];
      if (length < size) continue;
      yield part;
      [part, length, isFirst] = [Buffer.alloc(size), 0, false];
    }
  }
  if (length > 0 || isFirst) yield part.subarray(0, length);
}

/**
 * Runs `action` with a time limit. The signal alone is not enough: aws4fetch puts the signal into a
 * `Request`, to which the sent request has only weak references. The garbage collector can remove
 * that `Request`, and then nothing ends a request to a service that never answers.
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

function adviceOn(status: number, code: string, setting: string): string {
  if (code === "NoSuchBucket") return `Create the bucket, or correct its name in ${setting}.`;
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch") {
    return `Correct the key and the secret in ${setting}.`;
  }
  if (code === "RequestTimeTooSkewed") return "Set the clock of this server.";
  if (code === "AuthorizationHeaderMalformed" || (status >= 300 && status < 400)) {
    return `Add the region of the bucket to ${setting}, such as ?region=eu-north-1.`;
  }
  if (status === 401 || status === 403) {
    return `Allow the key in ${setting} to read, write and delete objects of this bucket.`;
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
