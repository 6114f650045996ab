import { connect, type Socket } from "node:net";
import { AnswerReader } from "./answer-reader.ts";

export interface LoadRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  /** Number of responses with status 200 to 299. */
  readonly answered: number;
  readonly perSecond: number;
  /** Response time in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends one request repeatedly on several connections, each of which waits for the response before
 * it sends the next request. Uses bare sockets, because on a small machine an HTTP client costs
 * more than the compared servers and would hide their difference. Throws when a response has a
 * status other than 200 to 299.
 */
export async function load(
  request: LoadRequest,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const bytes = bytesOf(request);
  const endsAt = performance.now() + seconds * 1000;
  const next = () => (performance.now() < endsAt ? bytes : undefined);
  return sendOn(request.url, connections, next);
}

/** Like `load`, but takes several requests to one server and sends each of them once. */
export async function loadEach(
  requests: readonly LoadRequest[],
  connections: number,
): Promise<LoadResult> {
  const left = requests.map(bytesOf).reverse();
  return sendOn(requests[0]?.url ?? "", connections, () => left.pop());
}

async function sendOn(url: string, connections: number, next: Next): Promise<LoadResult> {
  const times: number[] = [];
  const startedAt = performance.now();
  const { hostname, port } = new URL(url);
  const callers = Array.from({ length: connections }, () =>
    call(connect({ host: hostname, port: Number(port), noDelay: true }), next, times),
  );
  await Promise.all(callers);
  const elapsed = performance.now() - startedAt;
  const sorted = Float64Array.from(times).sort();
  return {
    answered: sorted.length,
    perSecond: (sorted.length * 1000) / elapsed,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

type Next = () => Buffer | undefined;

function bytesOf({ url, method = "GET", headers = {}, body = "" }: LoadRequest): Buffer {
  const { host, pathname, search } = new URL(url);
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (method === "POST") lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Sends requests on one connection. Sends each request after the response to the previous request.
 */
function call(socket: Socket, next: Next, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader();
    let sentAt = 0;
    const send = () => {
      const bytes = next();
      if (bytes === undefined) return end();
      sentAt = performance.now();
      socket.write(bytes);
    };
    const end = (error?: Error) => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.once("connect", send);
    socket.once("error", end);
    socket.once("end", () => end(new Error("The server closed a connection in use.")));
    socket.on("data", (chunk) => {
      if (!reader.isWhole(chunk as Buffer)) return;
      const now = performance.now();
      if (reader.status < 200 || reader.status > 299) {
        end(new Error(`A request of the load is answered ${reader.status}.`));
        return;
      }
      times.push(now - sentAt);
      send();
    });
  });
}
