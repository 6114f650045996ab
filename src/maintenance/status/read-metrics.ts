import type { ELDHistogram } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { RequestMetrics } from "#http/request-metrics.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { type Counter, exposition, gauge, type Metric } from "#platform/metrics/metrics.ts";
import type { Clock } from "#platform/time/clock.ts";
import { system } from "#policy/actor.ts";
import { readBackups } from "../backups/read-backups.ts";
import { databaseFacts, freeDisk, readQueues, residentBytes, version } from "./read-status.ts";

/** The event loop delay is sampled at this interval, and each sample includes the interval. */
export const eventLoopResolutionMs = 20;

export interface ProcessMeters {
  readonly requestMetrics: RequestMetrics;
  readonly databaseErrors: Counter;
  /** Null when metrics are off, because measuring has a small cost. */
  readonly eventLoopDelay: ELDHistogram | null;
}

export interface MetricsDependencies extends ProcessMeters {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
  /** Metrics of all processes that share the port; null with a single process. */
  readonly metricsOfAll: (() => Promise<readonly Metric[]>) | null;
}

/**
 * All metrics in Prometheus's text format. When the database does not answer, the result has only
 * the metrics of the processes and `furrow_database_up` with the value 0.
 */
export async function readMetrics(deps: MetricsDependencies): Promise<string> {
  const stored = await storedMetrics(deps).catch((): readonly Metric[] => []);
  const up = gauge(
    "furrow_database_up",
    "Whether the database answers.",
    stored.length > 0 ? 1 : 0,
  );
  const ofProcesses = (await deps.metricsOfAll?.()) ?? processMetrics(deps);
  return exposition([...ofProcesses, up, ...stored]);
}

async function storedMetrics(deps: MetricsDependencies): Promise<readonly Metric[]> {
  const { database, clock, configuration } = deps;
  const [queues, facts, disk, backups] = await Promise.all([
    readQueues(database.read),
    databaseFacts(database),
    freeDisk(configuration.dataDirectory),
    readBackups(deps, system),
  ]);
  const now = clock();
  const age = (at: number | null | undefined) => (at == null ? null : (now - at) / 1000);
  const lengths = Object.entries(queues);
  return [
    gauge("furrow_info", "The version and the engine that run.", [
      [{ version, engine: facts.engine, engine_version: facts.version }, 1],
    ]),
    gauge("furrow_database_bytes", "Size of the database.", facts.bytes),
    gauge("furrow_disk_free_bytes", "Room left on the disk of DATA_DIR.", disk?.freeBytes ?? null),
    gauge(
      "furrow_queue_length",
      "What waits for a worker or a person, counted up to 10,000.",
      lengths.map(([queue, { count }]) => [{ queue }, count]),
    ),
    gauge(
      "furrow_queue_oldest_seconds",
      "For how long the first of a queue has waited.",
      lengths.map(([queue, { oldestAt }]) => [{ queue }, age(oldestAt) ?? 0]),
    ),
    gauge(
      "furrow_backup_age_seconds",
      "Time since the last good backup.",
      age(backups.lastGood?.at),
    ),
  ];
}

/** Leaves out metrics from the database, which are equal in all processes. */
export function processMetrics(meters: ProcessMeters): readonly Metric[] {
  const { eventLoopDelay, requestMetrics, databaseErrors } = meters;
  const { user, system: kernel } = process.cpuUsage();
  const quantile = (percentile: number) =>
    Math.max(0, (eventLoopDelay?.percentile(percentile) ?? 0) / 1e9 - eventLoopResolutionMs / 1000);
  const delays = [
    [{ quantile: "0.5" }, quantile(50)],
    [{ quantile: "0.99" }, quantile(99)],
    [{ quantile: "1" }, quantile(100)],
  ] as const;
  // Reset at each reading, so that one long delay does not stay in all later readings.
  eventLoopDelay?.reset();
  return [
    gauge(
      "process_cpu_seconds_total",
      "Processor time that was used.",
      (user + kernel) / 1e6,
      "counter",
    ),
    gauge("process_resident_memory_bytes", "Memory of this process.", residentBytes()),
    gauge(
      "process_heap_bytes",
      "Memory that JavaScript uses of it.",
      getHeapStatistics().used_heap_size,
    ),
    gauge(
      "process_start_time_seconds",
      "When this process started, since 1970.",
      performance.timeOrigin / 1000,
    ),
    gauge("furrow_event_loop_delay_seconds", "How late timers were since the last look.", delays),
    requestMetrics.requests,
    requestMetrics.durations,
    databaseErrors,
  ];
}
