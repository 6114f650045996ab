import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface S3Server {
  /** Value of FILES_URL. */
  readonly url: string;
  /** Stored objects by their keys. */
  readonly objects: Map<string, Buffer>;
  /** Uploads in parts that are not finished. */
  readonly uploads: { readonly id: string; readonly key: string; readonly parts: Buffer[] }[];
  /** Requests so far, such as "PUT private-files/…". */
  readonly requests: string[];
  /**
   * Fault of each request, or null: "down" closes the connection, "slow" sends no response, and a
   * status is sent with its error code.
   */
  behave: (request: string) => "down" | "slow" | readonly [status: number, code: string] | null;
  close(): Promise<void>;
}

const bucket = "files-of-shop";
/** Few objects for each response, so that a list in a test takes several responses. */
const listedAtOnce = 3;
const keyId = "KEYOFSHOP";
/** Has characters that must be percent-encoded in a URL. */
export const s3Secret = "se/cr+et";

/** The part of S3 that Furrow needs, with one bucket. Checks signed headers, not the signature. */
export async function openS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const state: Pick<S3Server, "objects" | "uploads" | "requests" | "behave"> = {
    objects,
    uploads: [],
    requests: [],
    behave: () => null,
  };
  const http = createServer((request, response) => {
    void answer(request, response, state).catch(() => response.destroy());
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const key = `${keyId}:${encodeURIComponent(s3Secret)}`;
  return Object.assign(state, {
    url: `s3://${key}@127.0.0.1:${port}/${bucket}?http&region=eu-north-1`,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {
    objects,
    uploads,
    requests,
    behave,
  }: Pick<S3Server, "objects" | "uploads" | "requests" | "behave">,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { method = "" } = request;
  const [, name, ...rest] = (request.url ?? "").split("/");
  const [path = "", search = ""] = rest.join("/").split("?");
  const key = path;
  const query = new URLSearchParams(search);
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { "content-type": "application/xml" })
      .end(`<Error><Code>${code}</Code><AWSAccessKeyId>${keyId}</AWSAccessKeyId></Error>`);
  requests.push(`${method} ${key}`);
  const fault = behave(`${method} ${key}`);
  if (fault === "slow") return;
  if (fault === "down") return void response.destroy();
  if (fault !== null) return void refuse(...fault);
  const refusal = whyRefused(request, body);
  if (refusal !== null) return void refuse(...refusal);
  if (name !== bucket) return void refuse(404, "NoSuchBucket");
  const xml = (content: string) => response.writeHead(200).end(content);
  const uploadId = query.get("uploadId");
  if (method === "GET" && query.has("uploads")) {
    return void xml(
      uploads
        .map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
        .join(""),
    );
  }
  if (method === "GET" && query.has("list-type")) {
    const keys = [...objects.keys()].filter((each) => each.startsWith(query.get("prefix") ?? ""));
    const from = Number(query.get("continuation-token") ?? 0);
    const more = from + listedAtOnce < keys.length;
    const shown = keys
      .toSorted()
      .slice(from, from + listedAtOnce)
      .map((each) => `<Key>${each}</Key>`);
    return void xml(
      `${shown.join("")}${more ? `<NextContinuationToken>${from + listedAtOnce}</NextContinuationToken>` : ""}`,
    );
  }
  if (method === "POST" && query.has("uploads")) {
    const id = `upload-${requests.length}`;
    uploads.push({ id, key, parts: [] });
    return void xml(`<UploadId>${id}</UploadId>`);
  }
  if (uploadId !== null) {
    const at = uploads.findIndex(({ id }) => id === uploadId);
    const upload = uploads[at];
    if (upload === undefined) return void refuse(404, "NoSuchUpload");
    if (method === "PUT") {
      upload.parts[Number(query.get("partNumber")) - 1] = body;
      return void response.writeHead(200, { etag: `"${upload.parts.length}"` }).end();
    }
    uploads.splice(at, 1);
    if (method === "DELETE") return void response.writeHead(204).end();
    objects.set(key, Buffer.concat(upload.parts));
    return void xml("<CompleteMultipartUploadResult/>");
  }
  if (method === "PUT") {
    objects.set(key, body);
    return void response.writeHead(200).end();
  }
  if (method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const stored = objects.get(key);
  if (stored === undefined) return void refuse(404, "NoSuchKey");
  const [, start = "", end = ""] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const part = start === "" ? stored : stored.subarray(Number(start), Number(end) + 1);
  response.writeHead(start === "" ? 200 : 206, { "content-length": part.length });
  response.end(method === "HEAD" ? undefined : part);
}

function whyRefused(
  { headers, method }: IncomingMessage,
  body: Buffer,
): readonly [number, string] | null {
  const signed =
    /^AWS4-HMAC-SHA256 Credential=KEYOFSHOP\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/;
  if (!signed.test(headers.authorization ?? "")) return [403, "SignatureDoesNotMatch"];
  // S3 refuses an upload in chunks of unknown length.
  if (method === "PUT" && headers["content-length"] === undefined) {
    return [411, "MissingContentLength"];
  }
  const hash = createHash("sha256").update(body).digest("hex");
  return headers["x-amz-content-sha256"] === hash ? null : [400, "XAmzContentSHA256Mismatch"];
}
