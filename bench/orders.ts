import { join } from "node:path";
import { type FurrowServer, startFurrow } from "../tests/support/furrow-server.ts";
import { type BaselineServer, startBaseline } from "./baseline-server.ts";
import { type LoadRequest, type LoadResult, load } from "./load.ts";
import { type Measure, median } from "./measure.ts";
import { orderRequest } from "./order-request.ts";
import { processorTimeOf } from "./process-figures.ts";
import { countOrders, recordOrder } from "./recorded-order.ts";

const connections = 64;
const rounds = 3;
const seconds = 4;

/** Orders placed through HTTP, each with its two letters, beside a bare server that writes the same rows, in alternate rounds. */
export async function measureOrders(): Promise<Measure[]> {
  const furrow = await startFurrow({ OWNER_EMAIL: "owner@example.com" });
  const recorded = join(furrow.dataDirectory, "order.json");
  let baseline: BaselineServer | undefined;
  try {
    const request = await orderRequest(furrow);
    await recordOrder(furrow.dataDirectory, recorded, () => placeOne(request));
    baseline = await startBaseline("orders.ts", [
      recorded,
      join(furrow.dataDirectory, "baseline.db"),
    ]);
    const bareRequest = { ...request, url: `${baseline.url}/api/new-order` };
    for (const one of [request, bareRequest]) await load(one, connections, 2);
    const ours: Round[] = [];
    const bare: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await timedRound(furrow.pid, () => countedLoad(furrow, request)));
      bare.push(await timedRound(baseline.pid, () => load(bareRequest, connections, seconds)));
    }
    return measures(ours, bare);
  } finally {
    await baseline?.stop();
    await furrow.stop();
  }
}

async function placeOne({ url, headers, body }: LoadRequest): Promise<void> {
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`An order is answered ${answer.status}: ${await answer.text()}`);
}

interface Round extends LoadResult {
  /** What an order takes of the processor, in microseconds; NaN where the system does not tell. */
  readonly processorTime: number;
}

async function timedRound(pid: number, run: () => Promise<LoadResult>): Promise<Round> {
  const before = processorTimeOf(pid);
  const result = await run();
  const spentMs = Number(processorTimeOf(pid) ?? Number.NaN) - Number(before);
  return { ...result, processorTime: (spentMs * 1000) / result.answered };
}

/** A load whose every acknowledged order must be found in the database afterwards. */
async function countedLoad(furrow: FurrowServer, request: LoadRequest): Promise<LoadResult> {
  const before = countOrders(furrow.dataDirectory);
  const result = await load(request, connections, seconds);
  const written = countOrders(furrow.dataDirectory) - before;
  if (written !== result.answered) {
    throw new Error(`${result.answered} orders were acknowledged, but ${written} are there.`);
  }
  return result;
}

function measures(ours: Round[], bare: Round[]): Measure[] {
  const compare = (
    name: string,
    unit: Measure["unit"],
    value: (result: Round) => number,
  ): Measure => ({
    name: `orders: ${name}`,
    furrow: median(ours.map(value)),
    baseline: median(bare.map(value)),
    unit,
  });
  return [
    compare("placed", "per second", (result) => result.perSecond),
    compare("processor time each", "µs", (result) => result.processorTime),
    compare("median answer", "ms", (result) => result.p50),
    compare("99th percentile", "ms", (result) => result.p99),
  ];
}
