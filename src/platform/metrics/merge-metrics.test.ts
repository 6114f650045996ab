import { expect, test } from "vitest";
import { Counter, exposition, gauge, Histogram, mergeMetrics, readProcess } from "./metrics.ts";

/**
 * Metrics of a process that answered some requests, each given as route and duration in seconds.
 */
function readingsOf(pid: number, answered: readonly (readonly [string, number])[]) {
  const requests = new Counter("asked_total", "How often.");
  const durations = new Histogram("took_seconds", "How long.", [0.1, 1]);
  for (const [route, seconds] of answered) {
    requests.add({ route });
    durations.observe({ route }, seconds);
  }
  const memory = gauge("memory_bytes", "How much.", pid * 1000);
  const processor = gauge("processor_seconds_total", "How long.", pid / 2, "counter");
  const readings = readProcess([memory, processor, requests, durations], pid);
  // The channel between processes sends metrics as JSON.
  return JSON.parse(JSON.stringify(readings)) as typeof readings;
}

const one = readingsOf(1, [
  ["/", 0.5],
  ["/", 0.0625],
]);
const two = readingsOf(2, [
  ["/plans", 7],
  ["/", 0.25],
]);

test("counts of several processes are added up, and gauges are listed by process", () => {
  expect(exposition(mergeMetrics([one, two])).split("\n")).toEqual([
    "# HELP memory_bytes How much.",
    "# TYPE memory_bytes gauge",
    'memory_bytes{pid="1"} 1000',
    'memory_bytes{pid="2"} 2000',
    "# HELP processor_seconds_total How long.",
    "# TYPE processor_seconds_total counter",
    "processor_seconds_total 1.5",
    "# HELP asked_total How often.",
    "# TYPE asked_total counter",
    'asked_total{route="/"} 3',
    'asked_total{route="/plans"} 1',
    "# HELP took_seconds How long.",
    "# TYPE took_seconds histogram",
    'took_seconds_bucket{route="/",le="0.1"} 1',
    'took_seconds_bucket{route="/",le="1"} 3',
    'took_seconds_bucket{route="/",le="+Inf"} 3',
    'took_seconds_sum{route="/"} 0.8125',
    'took_seconds_count{route="/"} 3',
    'took_seconds_bucket{route="/plans",le="0.1"} 0',
    'took_seconds_bucket{route="/plans",le="1"} 0',
    'took_seconds_bucket{route="/plans",le="+Inf"} 1',
    'took_seconds_sum{route="/plans"} 7',
    'took_seconds_count{route="/plans"} 1',
    "",
  ]);
});

test("merging at once and merging in steps give the same sums, and change no argument", () => {
  const before = structuredClone([one, two]);
  const inSteps = mergeMetrics([mergeMetrics([mergeMetrics([]), one]), two]);
  expect(inSteps).toEqual(mergeMetrics([one, two]));
  expect([one, two]).toEqual(before);
});

test("the counts of an ended process stay in the sums, although its gauges are gone", () => {
  const countsOfOne = one.filter(({ type }) => type !== "gauge");
  const text = exposition(mergeMetrics([countsOfOne, two]));
  expect(text).toContain('asked_total{route="/"} 3\n');
  expect(text).toContain('took_seconds_count{route="/"} 3\n');
  expect(text).toContain("processor_seconds_total 1.5\n");
  expect(text.match(/^memory_bytes.*$/gm)).toEqual(['memory_bytes{pid="2"} 2000']);
});

test("a label is escaped as Prometheus's text format asks, and an unknown value has no sample", () => {
  const counter = new Counter("asked_total", "How often.");
  counter.add({ route: '/a"b\\c\n', method: "GET" });
  const unknown = gauge("age_seconds", "Nobody knows.", null);
  expect(exposition([counter, unknown]).split("\n").slice(2)).toEqual([
    'asked_total{route="/a\\"b\\\\c\\n",method="GET"} 1',
    "# HELP age_seconds Nobody knows.",
    "# TYPE age_seconds gauge",
    "",
  ]);
});
