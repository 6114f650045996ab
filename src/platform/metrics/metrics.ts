export type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly suffix?: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface Metric {
  /** In snake case with the unit at its end, as Prometheus requires. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export interface Count {
  readonly labels: Labels;
  value: number;
}

/**
 * A counter never decreases. Each combination of labels takes memory, so the values of labels must
 * come from short lists.
 */
export class Counter implements Metric {
  readonly type = "counter";
  readonly name: string;
  readonly help: string;
  readonly #counts = new Map<string, Count>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels): void {
    this.at(labels).value += 1;
  }

  /**
   * The count for these labels. A caller that raises the count often can store the returned object,
   * which saves the lookup.
   */
  at(labels: Labels): Count {
    const key = Object.values(labels).join("\n");
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = { labels, value: 0 };
    this.#counts.set(key, count);
    return count;
  }

  get samples(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}

interface Observations {
  readonly labels: Labels;
  /** Count of each bucket; the last bucket has no upper bound. */
  readonly buckets: number[];
  sum: number;
}

/** Durations in seconds, counted in buckets. */
export class Histogram implements Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #observations = new Map<string, Observations>();

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, seconds: number): void {
    const key = Object.values(labels).join("\n");
    let known = this.#observations.get(key);
    if (known === undefined) {
      known = { labels, buckets: new Array(this.#bounds.length + 1).fill(0), sum: 0 };
      this.#observations.set(key, known);
    }
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    const index = bucket === -1 ? this.#bounds.length : bucket;
    known.buckets[index] = (known.buckets[index] ?? 0) + 1;
    known.sum += seconds;
  }

  get samples(): readonly Sample[] {
    return [...this.#observations.values()].flatMap(({ labels, buckets, sum }) => {
      let count = 0;
      const cumulative = buckets.map((inBucket, index) => {
        count += inBucket;
        const le = this.#bounds[index] === undefined ? "+Inf" : String(this.#bounds[index]);
        return { suffix: "_bucket", labels: { ...labels, le }, value: count };
      });
      return [
        ...cumulative,
        { suffix: "_sum", labels, value: sum },
        { suffix: "_count", labels, value: count },
      ];
    });
  }
}

/**
 * A metric with one current value, or one for each combination of labels. Leaves out null values.
 */
export function gauge(
  name: string,
  help: string,
  values: number | null | readonly (readonly [Labels, number | null])[],
  type: "gauge" | "counter" = "gauge",
): Metric {
  const all = Array.isArray(values) ? values : [[{}, values] as const];
  return {
    name,
    help,
    type,
    samples: all.flatMap(([labels, value]) => (value === null ? [] : [{ labels, value }])),
  };
}

export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics in Prometheus's text format. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = "", labels, value }) => `${name}${suffix}${inBraces(labels)} ${value}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
    })
    .join("");
}

function inBraces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n");
}

/**
 * The metrics of one process as data for another process. Labels each gauge, such as memory, with
 * the process id, because gauges of several processes must not be added up.
 */
export function readProcess(metrics: readonly Metric[], pid: number): readonly Metric[] {
  return metrics.map(({ name, help, type, samples }) => ({
    name,
    help,
    type,
    samples: samples.map(({ labels, ...sample }) => ({
      ...sample,
      labels: type === "gauge" ? { ...labels, pid: String(pid) } : labels,
    })),
  }));
}

/** Lists each metric once, and adds up the samples that have the same labels. */
export function mergeMetrics(all: readonly (readonly Metric[])[]): readonly Metric[] {
  const byName = Map.groupBy(all.flat(), ({ name }) => name);
  return [...byName.values()].flatMap((metrics) =>
    metrics.slice(0, 1).map((first) => ({ ...first, samples: sumsOf(metrics) })),
  );
}

function sumsOf(metrics: readonly Metric[]): readonly Sample[] {
  const sums = new Map<string, Sample>();
  for (const sample of metrics.flatMap(({ samples }) => samples)) {
    const key = JSON.stringify([sample.suffix, sample.labels]);
    sums.set(key, { ...sample, value: (sums.get(key)?.value ?? 0) + sample.value });
  }
  return [...sums.values()];
}
