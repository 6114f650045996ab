import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FurrowServer, startFurrow } from "../tests/support/servers/furrow-server.ts";
import { type BaselineServer, startBaseline } from "./baseline-server.ts";
import { type LoadRequest, loadEach } from "./load.ts";
import type { Measure } from "./measure.ts";
import { memoryOf } from "./process-figures.ts";
import { pageHeaders, recordPage } from "./recorded-page.ts";

/** Paths that visitors and search engines request: cached pages, and some that are not cached. */
const publicPaths = [
  "/",
  "/service",
  "/pricing",
  "/contact",
  "/privacy",
  "/terms",
  "/refunds",
  "/login",
  "/register",
  "/sitemap.xml",
  "/robots.txt",
  "/login?from=%2Faccount",
  "/register?from=%2Faccount",
];
const visits = 1000;
const connections = 8;
/** The engine returns unused memory only after half a minute with little work. */
const restMs = 30_000;

/**
 * Memory of the server after a thousand requests and a pause, compared with a bare server after the
 * same requests.
 */
export async function measureIdleMemory(): Promise<Measure[]> {
  return withServers(async (furrow, baseline) => {
    for (const { url } of [furrow, baseline]) await loadEach(visitsTo(url, visits), connections);
    await sleep(restMs);
    const ours = memoryOf(furrow.pid);
    const bare = memoryOf(baseline.pid);
    if (ours === null || bare === null) return [];
    const target = { of: "figure", atMost: 120 } as const;
    return [{ name: "idle memory", furrow: ours, baseline: bare, unit: "MB", target }];
  });
}

const few = 100_000;
const many = 1_000_000;
/** Every 100th request is for a page that is not cached. */
const uncachedShare = 100;
const stretch = 10_000;

/**
 * Memory of the server after a million requests, compared with its memory after a hundred thousand.
 */
export async function measureFlatMemory(): Promise<Measure[]> {
  return withServers(async (furrow) => {
    let sent = 0;
    const sendUpTo = async (count: number) => {
      for (; sent < count; sent += stretch) await sendStretch(furrow.url);
      await sleep(restMs);
      return memoryOf(furrow.pid);
    };
    const early = await sendUpTo(few);
    const late = await sendUpTo(many);
    if (early === null || late === null) return [];
    return [{ name: "memory after a million requests", furrow: late, baseline: early, unit: "MB" }];
  });
}

async function sendStretch(url: string): Promise<void> {
  const uncached = ["/login?from=%2Faccount", "/api/pricings", "/register?from=%2Faccount"].map(
    (path) => requestFor(url, path),
  );
  const cached = requestFor(url, "/");
  const requests = Array.from({ length: stretch }, (_, index) => {
    const turn = Math.floor(index / uncachedShare) % uncached.length;
    return index % uncachedShare === 0 ? (uncached[turn] ?? cached) : cached;
  });
  await loadEach(requests, connections);
}

const requestFor = (url: string, path: string): LoadRequest => ({
  url: `${url}${path}`,
  headers: pageHeaders,
});

const visitsTo = (url: string, count: number) =>
  Array.from({ length: count }, (_, visit) =>
    requestFor(url, publicPaths[visit % publicPaths.length] ?? "/"),
  );

async function withServers(
  work: (furrow: FurrowServer, baseline: BaselineServer) => Promise<Measure[]>,
): Promise<Measure[]> {
  const furrow = await startFurrow();
  const file = join(furrow.dataDirectory, "page.json");
  await recordPage(`${furrow.url}/`, file);
  const baseline = await startBaseline("page.ts", [file]);
  try {
    return await work(furrow, baseline);
  } finally {
    await baseline.stop();
    await furrow.stop();
  }
}
