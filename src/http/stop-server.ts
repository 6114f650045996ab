import type { Server } from "node:http";

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
