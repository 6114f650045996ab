// Processes that share a port; each responds with its process id.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { createLog } from "#platform/metrics/log.ts";
import { superviseWorkers } from "#server/supervise-workers.ts";

const [port, mode] = process.argv.slice(2);
if (cluster.isPrimary) {
  superviseWorkers(2, createLog("error"));
} else if (mode === "fail") {
  process.exit(7);
} else {
  const server = createServer((_, response) => response.end(String(process.pid)));
  server.listen(Number(port), "127.0.0.1");
  process.once("SIGTERM", () => process.exit(0));
}
