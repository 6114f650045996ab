import type { Labels, Metric, Sample } from "./metrics.ts";

/** What a metric showed at one moment, as data that one process can send to another. */
export interface Reading extends Omit<Metric, "samples"> {
  readonly samples: readonly Sample[];
}

/**
 * What one process tells the others. Its counts are added to theirs; memory or delays say something
 * of one process only, so its number stands beside them.
 */
export function readProcess(metrics: readonly Metric[], pid: number): readonly Reading[] {
  const ofProcess = (sample: Sample) => ({
    ...sample,
    labels: { ...sample.labels, pid: String(pid) },
  });
  return metrics.map((metric) => {
    const { name, help, type } = metric;
    const samples = metric.samples();
    return { name, help, type, samples: type === "gauge" ? samples.map(ofProcess) : samples };
  });
}

/** What was counted stays true of a process that has ended; a gauge says how it is now. */
export function countsOf(readings: readonly Reading[]): readonly Reading[] {
  return readings.filter(({ type }) => type !== "gauge");
}

export function gaugesOf(readings: readonly Reading[]): readonly Reading[] {
  return readings.filter(({ type }) => type === "gauge");
}

/** Each metric once, with what has the same labels added up. */
export function mergeReadings(all: readonly (readonly Reading[])[]): readonly Reading[] {
  const byName = Map.groupBy(all.flat(), ({ name }) => name);
  return [...byName.values()].flatMap((readings) =>
    readings.slice(0, 1).map((first) => ({ ...first, samples: sumsOf(readings) })),
  );
}

function sumsOf(readings: readonly Reading[]): readonly Sample[] {
  const sums = new Map<string, { suffix?: string; labels: Labels; value: number }>();
  for (const sample of readings.flatMap(({ samples }) => samples)) {
    const key = JSON.stringify([sample.suffix, sample.labels]);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...sample });
    else sum.value += sample.value;
  }
  return [...sums.values()];
}

/** Readings as metrics, to be written like those of one process. */
export function asMetrics(readings: readonly Reading[]): readonly Metric[] {
  return readings.map((reading) => ({ ...reading, samples: () => reading.samples }));
}
