import { join } from "node:path";
import { type FurrowServer, startFurrow } from "../tests/support/servers/furrow-server.ts";
import { type BaselineServer, startBaseline } from "./baseline-server.ts";
import { type LoadRequest, type LoadResult, load } from "./load.ts";
import { type Measure, median } from "./measure.ts";
import { orderRequest } from "./order-request.ts";
import { processorTimeOf } from "./process-figures.ts";
import { countOrders, recordOrder } from "./recorded-order.ts";

const connections = 64;
const rounds = 3;
const seconds = 4;
/**
 * Seconds of uncounted load before each round, because V8 discards compiled code of a server that
 * is idle while the other servers are measured.
 */
const warmUpSeconds = 1;

/**
 * Orders placed through HTTP, each with its two emails. Rounds alternate with rounds of two bare
 * servers that write the same rows: one commits each order by itself, the other commits in groups
 * as Furrow does.
 */
export async function measureOrders(): Promise<Measure[]> {
  const furrow = await startFurrow({
    OWNER_EMAIL: "owner@example.com",
    // Raises the rate limit, because a fast machine places thousands of times as many orders as the
    // usual limit allows.
    RATE_LIMIT_FACTOR: "10000",
  });
  const recorded = join(furrow.dataDirectory, "order.json");
  const bare: BaselineServer[] = [];
  try {
    const request = await orderRequest(furrow);
    await recordOrder(furrow.dataDirectory, recorded, () => placeOne(request));
    for (const mode of [[], ["in-groups"]]) {
      const file = join(furrow.dataDirectory, `baseline-${bare.length}.db`);
      bare.push(await startBaseline("orders.ts", [recorded, file, ...mode]));
    }
    const sent = [
      () => timedRound(furrow.pid, request, () => countedLoad(furrow, request)),
      ...bare.map(({ pid, url }) => {
        const its = { ...request, url: `${url}/api/new-order` };
        return () => timedRound(pid, its, () => placeFor(its));
      }),
    ];
    // The first round of each server is a warm-up and not counted.
    const results: Round[][] = sent.map(() => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [index, send] of sent.entries()) {
        const result = await send();
        if (round > 0) results[index]?.push(result);
      }
    }
    const [ours = [], eachAlone = [], inGroups = []] = results;
    return measures(ours, eachAlone, inGroups);
  } finally {
    for (const server of bare) await server.stop();
    await furrow.stop();
  }
}

const placeFor = (request: LoadRequest) => load(request, connections, seconds);

async function placeOne({ url, headers, body }: LoadRequest): Promise<void> {
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`An order is answered ${answer.status}: ${await answer.text()}`);
}

interface Round extends LoadResult {
  /** Processor time per order in microseconds; NaN on a system without /proc. */
  readonly processorTime: number;
}

async function timedRound(
  pid: number,
  request: LoadRequest,
  run: () => Promise<LoadResult>,
): Promise<Round> {
  await load(request, connections, warmUpSeconds);
  const before = processorTimeOf(pid);
  const result = await run();
  const spentMs = Number(processorTimeOf(pid) ?? Number.NaN) - Number(before);
  return { ...result, processorTime: (spentMs * 1000) / result.answered };
}

/** Runs a load. Throws unless the database gained as many orders as were acknowledged. */
async function countedLoad(furrow: FurrowServer, request: LoadRequest): Promise<LoadResult> {
  const before = countOrders(furrow.dataDirectory);
  const result = await placeFor(request);
  const written = countOrders(furrow.dataDirectory) - before;
  if (written !== result.answered) {
    throw new Error(`${result.answered} orders were acknowledged, but ${written} are there.`);
  }
  return result;
}

function measures(ours: Round[], eachAlone: Round[], inGroups: Round[]): Measure[] {
  const compare = (
    name: string,
    unit: Measure["unit"],
    value: (result: Round) => number,
    bare = eachAlone,
  ): Measure => ({
    name: `orders: ${name}`,
    furrow: median(ours.map(value)),
    baseline: median(bare.map(value)),
    unit,
  });
  return [
    {
      ...compare("placed", "per second", (result) => result.perSecond),
      target: { of: "ratio", atLeast: 0.5 },
    },
    compare("processor time each", "µs", (result) => result.processorTime),
    compare("median answer", "ms", (result) => result.p50),
    {
      ...compare("99th percentile", "ms", (result) => result.p99),
      target: { of: "figure", atMost: 50 },
    },
    compare("placed, beside groups", "per second", (result) => result.perSecond, inGroups),
    compare("processor time, beside groups", "µs", (result) => result.processorTime, inGroups),
  ];
}
