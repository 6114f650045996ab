import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { type EarlyLimits, earlyResponse } from "./early-response.ts";

export interface ServerLimits extends EarlyLimits {
  /** Time limit for the head of a request, and for a connection that sends nothing. */
  readonly headMs: number;
  /** Time limit for a body of at most `largestUsualBody` bytes. */
  readonly bodyMs: number;
  /** Time limit for a whole request, including an upload. */
  readonly requestMs: number;
  /** Time limit without a byte in either direction. */
  readonly silenceMs: number;
  /**
   * Time for which an idle connection stays open. Longer than proxies usually keep a connection (at
   * most two minutes), because a proxy that sends a request while Furrow closes the connection
   * answers 502.
   */
  readonly idleMs: number;
  readonly connections: number;
}

/**
 * In bytes. A larger body is an upload or an import and gets more time, because a large body takes
 * long on a slow connection.
 */
const largestUsualBody = 256 * 1024;

const usualServerLimits: ServerLimits = {
  headMs: 10_000,
  bodyMs: 30_000,
  requestMs: 300_000,
  silenceMs: 120_000,
  idleMs: 130_000,
  connections: 3000,
  restMs: 5_000,
  restBytes: 16 * 1024 * 1024,
};

export function createServer(
  answer: RequestListener,
  limits: ServerLimits = usualServerLimits,
): Server {
  const { headMs, bodyMs, requestMs, silenceMs, idleMs, connections } = limits;
  const settings = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(headMs, 5000),
    // Treats a request without a body as already read, which saves a twentieth of the time of a
    // request.
    optimizeEmptyRequests: true,
    ServerResponse: earlyResponse(limits),
  };
  const open: OpenConnections = new Map();
  // Uses a single listener, because Node copies a list of several listeners at each request.
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

/** The latest response of each connection; null before the first request. */
type OpenConnections = Map<Socket, ServerResponse | null>;

/**
 * At the connection limit, a new connection replaces the oldest connection without a running
 * request, so that a client that only holds connections open cannot lock out visitors.
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

/**
 * The oldest connection without a running request. A request that has not arrived completely does
 * not count as running.
 */
function oldestWaiting(open: OpenConnections): Socket | undefined {
  for (const [socket, response] of open) {
    if (response === null || response.closed || !response.req.complete) return socket;
  }
  return undefined;
}

const lookAgainMs = 100;

/**
 * Stops accepting connections while another process accepts them. Each open connection gets one
 * more response, which tells the client to close the connection. Resolves after `lingeringMs`, or
 * when all connections are closed.
 */
export function stopAccepting(server: Server, lingeringMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  server.maxRequestsPerSocket = 1;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingeringMs);
    // The method `close` of HTTP servers would also close idle connections, on which a request may
    // be on its way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Stops accepting connections, finishes running requests, and resolves when all connections are
 * closed. Closes the remaining connections after `graceMs`.
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
    // A keep-alive connection gets one more response and is then closed.
    server.maxRequestsPerSocket = 1;
    server.closeIdleConnections();
  });
}
