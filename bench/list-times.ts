import { setTimeout as sleep } from "node:timers/promises";
import type { FurrowServer } from "../tests/support/servers/furrow-server.ts";
import { adminOf } from "../tests/support/servers/web-client.ts";
import { type Measure, percentile } from "./measure.ts";

const rounds = 40;

export type Lists = readonly (readonly [name: string, path: string])[];

/**
 * A running site and its lists. The lists of the two compared sites have the same names in the same
 * order.
 */
export interface GrownSite {
  readonly furrow: FurrowServer;
  readonly lists: Lists;
  /** Cookies of the person who reads the lists; an admin's by default. */
  readonly cookie?: string;
}

/**
 * 95th percentile of the response time of each list with many rows, compared with few rows.
 * Alternates between the lists, so that no request finds its rows in a cache, and between the
 * sites, so that other load on the machine affects both alike.
 */
export async function compareLists(
  title: string,
  { few, many }: { readonly few: GrownSite; readonly many: GrownSite },
): Promise<Measure[]> {
  // Gives `fetch` time to notice closed connections: filling the tables took longer than the
  // keep-alive timeout, so the servers have closed the idle connections.
  await sleep(100);
  const fewCookie = few.cookie ?? (await adminOf(few.furrow)).cookie;
  const manyCookie = many.cookie ?? (await adminOf(many.furrow)).cookie;
  const asked = many.lists.map(([name, path], at) => ({
    name,
    fewUrl: few.furrow.url + (few.lists[at]?.[1] ?? ""),
    manyUrl: many.furrow.url + path,
    withFew: [] as number[],
    withMany: [] as number[],
  }));
  for (let round = -2; round < rounds; round++) {
    for (const { fewUrl, manyUrl, withFew, withMany } of asked) {
      const fewMs = await timeOf(fewUrl, fewCookie);
      const manyMs = await timeOf(manyUrl, manyCookie);
      // The first rounds warm up the servers and are not counted.
      if (round < 0) continue;
      withFew.push(fewMs);
      withMany.push(manyMs);
    }
  }
  return asked.map(({ name, withFew, withMany }) =>
    grownMeasure(`${title}: ${name}, p95`, percentile(withMany, 95), percentile(withFew, 95)),
  );
}

export function grownMeasure(name: string, many: number, few: number): Measure {
  return { name, furrow: many, baseline: few, unit: "ms", target: { of: "ratio", atMost: 2 } };
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} is answered ${answer.status}.`);
  return performance.now() - startedAt;
}
