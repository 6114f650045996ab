import { setTimeout as sleep } from "node:timers/promises";
import type { FurrowServer } from "../tests/support/furrow-server.ts";
import { type Measure, percentile } from "./measure.ts";

const rounds = 40;

/** What the panel or REST is asked for, by its name. */
export type Lists = readonly (readonly [name: string, path: string])[];

/** A running site, and what it is asked for: the same names as of the other one. */
export interface GrownSite {
  readonly furrow: FurrowServer;
  readonly lists: Lists;
}

/**
 * What 95 of 100 answers stay below where much has piled up, beside the same with little: as whole
 * requests in turn, so that none finds what the one before it has just read, and whatever else the
 * machine does falls on both alike.
 */
export async function compareLists(
  title: string,
  { few, many }: { readonly few: GrownSite; readonly many: GrownSite },
): Promise<Measure[]> {
  // Whoever filled them was away for longer than a connection is kept: what was closed is noticed now.
  await sleep(100);
  const [fewCookie, manyCookie] = [
    await cookieOfAdmin(few.furrow),
    await cookieOfAdmin(many.furrow),
  ];
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
      // The first rounds are for the programs to get warm.
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

async function cookieOfAdmin({ url, adminEmail, adminPassword }: FurrowServer): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email: adminEmail, password: adminPassword }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookies.length === 0) throw new Error(`Signing in answers ${answer.status}, no session.`);
  return cookies.join("; ");
}
