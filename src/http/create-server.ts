import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";

/** What one connection may take of the server, and how many there may be. */
export interface ServerLimits {
  /** How long the head of a request may take; a connection that says nothing has as long. */
  readonly headMs: number;
  /** How long a body may take that is no upload. */
  readonly bodyMs: number;
  /** How long a whole request may take, uploads included. */
  readonly requestMs: number;
  /** How long nothing at all may pass in either direction. */
  readonly silenceMs: number;
  readonly connections: number;
}

/** A body that says it is larger is an upload or an import, which a slow line may carry as well. */
const largestUsualBody = 256 * 1024;

const usualServerLimits: ServerLimits = {
  headMs: 10_000,
  bodyMs: 30_000,
  requestMs: 300_000,
  silenceMs: 120_000,
  connections: 3000,
};

/** A server that does not listen yet. */
export function createServer(
  answer: RequestListener,
  limits: ServerLimits = usualServerLimits,
): Server {
  const { headMs, bodyMs, requestMs, silenceMs, connections } = limits;
  const settings = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headMs, 5000),
    // A request without a body is read already: it costs a twentieth less.
    optimizeEmptyRequests: true,
  };
  const open: OpenConnections = new Map();
  // One listener: with several, Node copies their list at each request.
  const server = createHttpServer(settings, (request, response) => {
    open.set(request.socket, response);
    if (request.method !== "GET" && request.method !== "HEAD") limitBody(request, bodyMs);
    answer(request, response);
  });
  server.timeout = silenceMs;
  limitConnections(server, open, connections);
  return server;
}

function limitBody(request: IncomingMessage, bodyMs: number): void {
  const { headers, socket } = request;
  if (Number(headers["content-length"] ?? 0) > largestUsualBody) return;
  const late = setTimeout(() => request.complete || socket.destroy(), bodyMs);
  request.once("close", () => clearTimeout(late));
}

/** What a connection answered last, or is answering; null before its first request. */
type OpenConnections = Map<Socket, ServerResponse | null>;

/**
 * When there are as many connections as may be, a new one takes the place of the oldest for which
 * nothing is being done: whoever holds connections open in order to fill the server loses them to
 * visitors, who ask at once.
 */
function limitConnections(server: Server, open: OpenConnections, most: number): void {
  server.on("connection", (socket: Socket) => {
    if (open.size >= most) {
      const leaving = oldestWaiting(open) ?? socket;
      open.delete(leaving);
      leaving.destroy();
    }
    if (socket.destroyed) return;
    open.set(socket, null);
    socket.once("close", () => open.delete(socket));
  });
}

/** The oldest connection that is owed no answer, or has not sent all of its request yet. */
function oldestWaiting(open: OpenConnections): Socket | undefined {
  for (const [socket, response] of open) {
    if (response === null || response.closed || !response.req.complete) return socket;
  }
  return undefined;
}

const lookAgainMs = 100;

/**
 * Takes no connection any more, lets the requests in hand be answered, and resolves when all
 * connections are closed. What is not done by the end of the grace is cut off.
 */
export function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    const lookAgain = setInterval(() => server.closeIdleConnections(), lookAgainMs);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(lookAgain);
      resolve();
    });
    // A connection that goes on asking gets one more answer, and is closed with it.
    server.maxRequestsPerSocket = 1;
    server.closeIdleConnections();
  });
}
