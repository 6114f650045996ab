import { administrate } from "../tests/support/databases/postgres-administration.ts";
import { startPostgresCluster } from "../tests/support/databases/postgres-cluster.ts";
import {
  type FurrowServer,
  type FurrowSettings,
  startFurrow,
} from "../tests/support/servers/furrow-server.ts";
import { type LoadRequest, type LoadResult, load } from "./load.ts";
import type { Measure } from "./measure.ts";
import { benchCustomer, orderRequest } from "./order-request.ts";
import { pageHeaders } from "./recorded-page.ts";

const seconds = 4;
/**
 * PostgreSQL settings with which an acknowledged write is on disk, as in a normal installation.
 * Clusters for tests turn these settings off.
 */
const durable = ["fsync=on", "synchronous_commit=on"];

interface Visit {
  readonly name: string;
  readonly connections: number;
  readonly request: LoadRequest;
}

type Results = ReadonlyMap<string, LoadResult>;

/**
 * Measures page requests, sign-ins and orders: with SQLite, with one process on PostgreSQL, and
 * with two processes on one PostgreSQL database. The baseline of each PostgreSQL figure is the
 * figure with SQLite in the same run.
 */
export async function measureProcesses(): Promise<Measure[]> {
  const overFile = await measureServer({});
  const measures = [...overFile].flatMap(([name, result]) => figures(`${name}, SQLite`, result));
  const cluster = await startPostgresCluster(durable);
  if (cluster === null) {
    console.log("PostgreSQL is not on this machine, and is not measured.");
    return measures;
  }
  try {
    for (const workers of ["1", "2"]) {
      const name = `furrow_${workers}`;
      await administrate(cluster.urlOf("postgres"), `create database ${name}`);
      const shared = {
        DATABASE_URL: cluster.urlOf(name),
        SECRET: "a secret of thirty-two characters",
      };
      const results = await measureServer({ ...shared, WORKERS: workers });
      const how = workers === "1" ? "1 process" : `${workers} processes`;
      for (const [visit, result] of results) {
        measures.push(...figures(`${visit}, PostgreSQL, ${how}`, result, overFile.get(visit)));
      }
    }
  } finally {
    await cluster.stop();
  }
  return measures;
}

async function measureServer(settings: FurrowSettings): Promise<Results> {
  const furrow = await startFurrow(settings);
  try {
    const results = new Map<string, LoadResult>();
    for (const { name, connections, request } of await visitsOf(furrow)) {
      await load(request, connections, 1);
      results.set(name, await load(request, connections, seconds));
    }
    return results;
  } finally {
    await furrow.stop();
  }
}

async function visitsOf(furrow: FurrowServer): Promise<Visit[]> {
  const order = await orderRequest(furrow);
  const { url } = furrow;
  const signIn: LoadRequest = {
    url: `${url}/api/auth/sign-in/email`,
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify(benchCustomer),
  };
  return [
    { name: "browse", connections: 32, request: { url: `${url}/`, headers: pageHeaders } },
    // Uses few connections, because hashing a password occupies a processor for a while, and the
    // server rejects sign-ins above its concurrency limit.
    { name: "sign in", connections: 4, request: signIn },
    { name: "order", connections: 32, request: order },
  ];
}

function figures(name: string, result: LoadResult, overFile?: LoadResult): Measure[] {
  const figure = (what: string, unit: Measure["unit"], of: (one: LoadResult) => number) => ({
    name: `${name}: ${what}`,
    furrow: of(result),
    ...(overFile === undefined ? {} : { baseline: of(overFile) }),
    unit,
  });
  return [
    figure("requests", "per second", (one) => one.perSecond),
    figure("99th percentile", "ms", (one) => one.p99),
  ];
}
