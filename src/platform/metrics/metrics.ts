export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** What is added to the metric's name, such as "_count". */
  readonly suffix?: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Something that is measured under one name. */
export interface Metric {
  /** In snake case with the unit at its end, as Prometheus wants it. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  samples(): readonly Sample[];
}

export interface Count {
  readonly labels: Labels;
  value: number;
}

/** Only ever grows. Each combination of labels that was seen is kept: they come from short lists. */
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

  /** The count under some labels, for whoever raises it too often to look for it each time. */
  at(labels: Labels): Count {
    const key = Object.values(labels).join("\n");
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = { labels, value: 0 };
    this.#counts.set(key, count);
    return count;
  }

  samples(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}

interface Observations {
  readonly labels: Labels;
  /** How many fell into each bucket, the last one without an upper bound. */
  readonly buckets: number[];
  sum: number;
}

/** How often a duration was how long, in seconds. */
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

  samples(): readonly Sample[] {
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

/** One that is asked for its value, or values, at each look; none where it is not known. */
export function gauge(
  name: string,
  help: string,
  values: number | null | readonly (readonly [Labels, number | null])[],
  type: "gauge" | "counter" = "gauge",
): Metric {
  const all = Array.isArray(values) ? values : [[{}, values] as const];
  return {
    ...{ name, help, type },
    samples: () => all.flatMap(([labels, value]) => (value === null ? [] : [{ labels, value }])),
  };
}

/** The media type of `exposition`. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

/** Prometheus's text format. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .map((metric) => {
      const { name, help, type } = metric;
      const lines = metric
        .samples()
        .map(({ suffix = "", labels, value }) => `${name}${suffix}${inBraces(labels)} ${value}`);
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
