import { expect, test } from "vitest";
import { Counter, exposition, gauge, Histogram } from "./metrics.ts";

test("metrics are written in Prometheus's text format", () => {
  const counter = new Counter("asked_total", "How often.");
  counter.add({ route: '/a"b\\c\n', method: "GET" });
  counter.add({ route: '/a"b\\c\n', method: "GET" });
  const histogram = new Histogram("took_seconds", "How long.", [0.1, 1]);
  for (const seconds of [0.1, 0.5, 7]) histogram.observe({ route: "/" }, seconds);
  const unknown = gauge("age_seconds", "Nobody knows.", null);
  expect(exposition([counter, histogram, unknown]).split("\n")).toEqual([
    "# HELP asked_total How often.",
    "# TYPE asked_total counter",
    'asked_total{route="/a\\"b\\\\c\\n",method="GET"} 2',
    "# HELP took_seconds How long.",
    "# TYPE took_seconds histogram",
    'took_seconds_bucket{route="/",le="0.1"} 1',
    'took_seconds_bucket{route="/",le="1"} 2',
    'took_seconds_bucket{route="/",le="+Inf"} 3',
    'took_seconds_sum{route="/"} 7.6',
    'took_seconds_count{route="/"} 3',
    "# HELP age_seconds Nobody knows.",
    "# TYPE age_seconds gauge",
    "",
  ]);
});
