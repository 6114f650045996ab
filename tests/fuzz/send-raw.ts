import { Agent, request as httpRequest } from "node:http";

export interface RawRequest {
  readonly method: string;
  /** Path and query as sent, without normalization. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Sends the body in chunks, without Content-Length. */
  readonly chunked: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const patienceMs = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Throws if the connection is cut or no response arrives in time. */
export async function sendRaw(origin: string, sent: RawRequest): Promise<RawAnswer> {
  try {
    return await sendOnce(origin, sent);
  } catch (error) {
    // If the server closed the idle connection before the request arrived, a new connection must
    // work.
    if (!(error instanceof KeptConnectionClosed)) throw error;
    return sendOnce(origin, sent);
  }
}

class KeptConnectionClosed extends Error {}

function sendOnce(origin: string, sent: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = sent.chunked ? {} : { "content-length": String(sent.body?.length ?? 0) };
    const request = httpRequest({
      agent,
      hostname,
      port,
      method: sent.method,
      path: sent.target,
      headers: { ...sent.headers, ...(sent.body === null ? {} : length) },
      signal: AbortSignal.timeout(patienceMs),
    });
    request.on("response", (response) => {
      // A stream of events does not end by itself.
      if (response.headers["content-type"]?.startsWith("text/event-stream")) {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: "" });
        response.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isOld = request.reusedSocket && error.code === "ECONNRESET";
      reject(isOld ? new KeptConnectionClosed("It was closed.", { cause: error }) : error);
    });
    if (sent.body === null) request.end();
    else if (sent.chunked) writeInParts(request, sent.body);
    else request.end(sent.body);
  });
}

function writeInParts(request: ReturnType<typeof httpRequest>, body: Uint8Array): void {
  const size = Math.max(1, Math.ceil(body.length / 4));
  for (let at = 0; at < body.length; at += size) request.write(body.subarray(at, at + size));
  request.end();
}

/** The same request as a curl command. Bytes that are not UTF-8 are lost. */
export function asCurl(origin: string, { method, target, headers, body }: RawRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const text = body === null ? [] : [`--data-binary ${quoted(Buffer.from(body).toString("utf8"))}`];
  const whole = [
    "curl --path-as-is -i",
    `-X ${method}`,
    ...named,
    ...text,
    quoted(origin + target),
  ];
  const line = whole.join(" ");
  return line.length > 2000 ? `${line.slice(0, 2000)}… (${line.length} characters)` : line;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
