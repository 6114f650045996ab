import cluster from "node:cluster";
import type { Log } from "../platform/metrics/log.ts";

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** The restart delay is reset when no process has ended for this long. */
const stableAfterMs = 60_000;

/**
 * Runs `count` processes of this program that share its port. The first process starts alone,
 * because it migrates the database; if the first process cannot start, the program ends. A process
 * that ends is replaced, with a growing delay if replacements keep ending. SIGTERM and SIGINT end
 * all processes.
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
      // SIGTERM ends a process that is still starting and has no handler yet, so this end is no
      // failure.
      if (code !== 0 && signal !== "SIGTERM") exitCode = 1;
      endIfAlone();
      return;
    }
    if (!hasStarted) process.exit(code || 1);
    deaths = performance.now() - lastDeathAt > stableAfterMs ? 0 : deaths + 1;
    lastDeathAt = performance.now();
    const delayMs = Math.min(firstDelayMs * 2 ** deaths, longestDelayMs);
    log.error({ pid, code, signal, delayMs }, "a worker process ended; starting another");
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
