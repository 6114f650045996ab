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

export interface Meters extends ProcessMeters {
  /** Metrics of all processes that share the port; null with a single process. */
  readonly metricsOfAll: (() => Promise<readonly Metric[]>) | null;
}

/**
 * Starts the counters of this process. With several processes and a metrics token, also connects
 * this process to the exchange of metrics between processes.
 */
export async function openMeters({
  configuration: { metricsToken, workers },
  database,
  log,
}: {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly log: Log;
}): Promise<Meters> {
  const databaseErrors = new Counter(
    "furrow_database_errors_total",
    "Statements that the database refused, by kind.",
  );
  database.onFault((kind) => databaseErrors.add({ kind }));
  const isRead = metricsToken !== undefined;
  const eventLoopDelay = isRead
    ? monitorEventLoopDelay({ resolution: eventLoopResolutionMs })
    : null;
  eventLoopDelay?.enable();
  const meters = { requestMetrics: new RequestMetrics(), databaseErrors, eventLoopDelay };
  if (!isRead || workers === 1 || cluster.worker === undefined) {
    return { ...meters, metricsOfAll: null };
  }
  // Loads this module only with several processes, because most sites run one process.
  const { shareMetrics } = await import("./worker-metrics.ts");
  return {
    ...meters,
    metricsOfAll: shareMetrics(cluster.worker, log, () => processMetrics(meters)),
  };
}
