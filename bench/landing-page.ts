import { join } from "node:path";
import { startFurrow } from "../tests/support/servers/furrow-server.ts";
import { startBaseline } from "./baseline-server.ts";
import { type LoadResult, load } from "./load.ts";
import { type Measure, median } from "./measure.ts";
import { processorTimeOf } from "./process-figures.ts";
import { pageHeaders, recordPage } from "./recorded-page.ts";

const connections = 32;
// Many short alternating rounds, so that other load on the machine affects both servers alike.
const rounds = 16;
const seconds = 0.75;

interface Round extends LoadResult {
  /**
   * Processor time per request in microseconds, which depends less on other load on the machine
   * than the other figures.
   */
  readonly processorTime: number;
}

/** The landing page, compared with a bare server that sends the same bytes, in alternate rounds. */
export async function measureLandingPage(): Promise<Measure[]> {
  const furrow = await startFurrow();
  const file = join(furrow.dataDirectory, "page.json");
  await recordPage(`${furrow.url}/`, file);
  const baseline = await startBaseline("page.ts", [file]);
  try {
    const both = [furrow, baseline];
    for (const { url } of both)
      await load({ url: `${url}/`, headers: pageHeaders }, connections, 2);
    const results: [Round[], Round[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      results[0].push(await measure(furrow));
      results[1].push(await measure(baseline));
    }
    return measures(results);
  } finally {
    await baseline.stop();
    await furrow.stop();
  }
}

async function measure({ url, pid }: { url: string; pid: number }): Promise<Round> {
  const before = processorTimeOf(pid) ?? Number.NaN;
  const result = await load({ url: `${url}/`, headers: pageHeaders }, connections, seconds);
  const used = (processorTimeOf(pid) ?? Number.NaN) - before;
  return { ...result, processorTime: (used * 1000) / result.answered };
}

function measures([furrow, baseline]: [Round[], Round[]]): Measure[] {
  const compare = (name: string, unit: Measure["unit"], value: (round: Round) => number) => ({
    name: `landing page: ${name}`,
    furrow: median(furrow.map(value)),
    baseline: median(baseline.map(value)),
    unit,
  });
  const all: Measure[] = [
    {
      ...compare("requests", "per second", (round) => round.perSecond),
      target: { of: "ratio", atLeast: 0.9 },
    },
    compare("median answer", "ms", (round) => round.p50),
    {
      ...compare("99th percentile", "ms", (round) => round.p99),
      target: { of: "ratio", atMost: 1.5 },
    },
    {
      ...compare("processor time per request", "µs", (round) => round.processorTime),
      target: { of: "ratio", atMost: 1.5 },
    },
  ];
  return all.filter((one) => !Number.isNaN(one.furrow));
}
