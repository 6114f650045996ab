import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { RequestMetrics } from "../http/request-metrics.ts";
import {
  eventLoopResolutionMs,
  type ProcessMeters,
  processMetrics,
} from "../maintenance/status/read-metrics.ts";
import type { Configuration } from "../platform/configuration.ts";
import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import { Counter, type Metric } from "../platform/metrics/metrics.ts";

interface MetersOptions {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly log: Log;
}

interface Meters extends ProcessMeters {
  readonly metricsOfAll: (() => Promise<readonly Metric[]>) | null;
}

/** Starts the counters of this process, and connects them with those of its sibling processes. */
export async function openMeters({ configuration, database, log }: MetersOptions): Promise<Meters> {
  const databaseErrors = new Counter(
    "furrow_database_errors_total",
    "Statements that the database refused, by kind.",
  );
  database.onFault((kind) => databaseErrors.add({ kind }));
  const isRead = configuration.metricsToken !== undefined;
  const meters: ProcessMeters = {
    requestMetrics: new RequestMetrics(),
    databaseErrors,
    eventLoopDelay: isRead ? watchEventLoop() : null,
  };
  const isShared = isRead && configuration.workers > 1;
  return { ...meters, metricsOfAll: isShared ? await joinSiblings(log, meters) : null };
}

function watchEventLoop() {
  const delay = monitorEventLoopDelay({ resolution: eventLoopResolutionMs });
  delay.enable();
  return delay;
}

async function joinSiblings(log: Log, meters: ProcessMeters) {
  if (cluster.worker === undefined) return null;
  // Loaded only here, because most sites run one process.
  const { shareMetrics } = await import("./worker-metrics.ts");
  return shareMetrics(cluster.worker, log, () => processMetrics(meters));
}
