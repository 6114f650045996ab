import cluster, { type Worker } from "node:cluster";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/metrics/log.ts";
import { type Metric, mergeMetrics, readProcess } from "../platform/metrics/metrics.ts";

/** Time limit for the answers of all processes; Prometheus itself gives up after ten seconds. */
const answeringMs = 1000;

/**
 * A process asks the primary for the metrics ("wanted"), and the primary asks all processes
 * ("tell"). They answer ("told"), and the primary sends the sum to the first process ("gathered").
 * All messages of one request have its id.
 */
interface Message {
  readonly metrics: "wanted" | "tell" | "told" | "gathered";
  readonly id: string;
  readonly values?: readonly Metric[];
}

/**
 * In the primary process: collects the metrics of all processes for the process that asks. Counters
 * must never decrease, so a process that is late or has ended is counted with its last answer.
 */
export function gatherMetrics(): void {
  const counts = new Map<number, readonly Metric[]>();
  let countsOfEnded: readonly Metric[] = [];
  const hearing = new Map<string, (values: readonly Metric[]) => void>();
  const isGauge = ({ type }: Metric) => type === "gauge";

  function ask(asker: Worker, id: string): void {
    const gauges: (readonly Metric[])[] = [];
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const answer = () => {
      clearTimeout(timer);
      hearing.delete(id);
      const values = mergeMetrics([countsOfEnded, ...counts.values(), ...gauges]);
      send(asker, { metrics: "gathered", id, values });
    };
    const timer = setTimeout(answer, answeringMs);
    hearing.set(id, (values) => {
      gauges.push(values.filter(isGauge));
      if (gauges.length === asked.length) answer();
    });
    for (const worker of asked) send(worker, { metrics: "tell", id });
  }

  cluster.on("message", (worker, message: unknown) => {
    if (!isOurs(message)) return;
    const { metrics, id, values = [] } = message;
    if (metrics === "wanted") ask(worker, id);
    // The last message of a process can arrive after its exit, when `countsOfEnded` already
    // contains the counts of the process.
    if (metrics !== "told" || worker.isDead()) return;
    counts.set(
      worker.id,
      values.filter((metric) => !isGauge(metric)),
    );
    hearing.get(id)?.(values);
  });

  cluster.on("exit", ({ id }) => {
    countsOfEnded = mergeMetrics([countsOfEnded, counts.get(id) ?? []]);
    counts.delete(id);
  });
}

/**
 * In a worker process: answers with its own metrics, and returns a function that fetches the
 * metrics of all processes.
 */
export function shareMetrics(
  worker: Worker,
  log: Log,
  readOwn: () => readonly Metric[],
): () => Promise<readonly Metric[]> {
  const waiting = new Map<string, (metrics: readonly Metric[]) => void>();
  worker.on("message", (message: unknown) => {
    if (!isOurs(message)) return;
    const { metrics, id, values = [] } = message;
    if (metrics === "gathered") {
      waiting.get(id)?.(values);
      waiting.delete(id);
    }
    if (metrics !== "tell") return;
    try {
      send(worker, { metrics: "told", id, values: readProcess(readOwn(), process.pid) });
    } catch (err) {
      // A failed reading, such as when the process cannot open another file, must not end the
      // process.
      log.error({ err }, "the metrics of this process could not be read");
    }
  });
  return () =>
    new Promise((resolve) => {
      const id = newId();
      waiting.set(id, resolve);
      send(worker, { metrics: "wanted", id });
    });
}

/** Ignores errors: a process that has just ended receives nothing. */
function send(worker: Worker, message: Message): void {
  worker.send(message, () => {});
}

function isOurs(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "metrics" in message;
}
