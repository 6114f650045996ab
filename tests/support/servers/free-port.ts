import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that the system gives out by itself, so that no listener of another test takes
 * one before the caller's program listens; each worker process of a run has its own range.
 */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
const portsOfWorker = 1000;
const firstPort = 20_000 + portsOfWorker * (worker % 12);
let next = Math.floor(Math.random() * portsOfWorker);

/** A loopback port at which nothing listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (next++ % portsOfWorker);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
