import cluster from "node:cluster";
import type { Log } from "../platform/metrics/log.ts";

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** Who has lived for so long has not died of what its predecessor died of. */
const calmMs = 60_000;

/**
 * Keeps so many processes of this program that share its port. The first one starts alone: it
 * brings the database up to date, and when it cannot start, nothing does. Afterwards whoever dies is
 * followed by another one, later each time if they go on dying. A signal ends all of them.
 */
export function superviseWorkers(count: number, log: Log): void {
  let hasStarted = false;
  let isStopping = false;
  let exitCode = 0;
  let deaths = 0;
  let lastDeathAt = Number.NEGATIVE_INFINITY;

  const running = () => Object.values(cluster.workers ?? {}).filter((worker) => !worker?.isDead());
  const endIfAlone = () => {
    if (isStopping && running().length === 0) process.exit(exitCode);
  };

  cluster.on("listening", () => {
    if (hasStarted) return;
    hasStarted = true;
    for (let started = 1; started < count && !isStopping; started++) cluster.fork();
  });

  cluster.on("exit", ({ process: { pid } }, code, signal) => {
    if (isStopping) {
      // One that was only just starting knows no other way to end.
      if (code !== 0 && signal !== "SIGTERM") exitCode = 1;
      endIfAlone();
      return;
    }
    if (!hasStarted) process.exit(code || 1);
    deaths = performance.now() - lastDeathAt > calmMs ? 0 : deaths + 1;
    lastDeathAt = performance.now();
    const delayMs = Math.min(firstDelayMs * 2 ** deaths, longestDelayMs);
    log.error({ pid, code, signal, delayMs }, "a process has ended, and another one is started");
    setTimeout(() => {
      if (!isStopping) cluster.fork();
    }, delayMs);
  });

  const stop = () => {
    isStopping = true;
    for (const worker of running()) worker?.process.kill("SIGTERM");
    endIfAlone();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  cluster.fork();
}
