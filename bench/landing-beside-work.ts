import { setTimeout as sleep } from "node:timers/promises";
import {
  type FurrowServer,
  type FurrowSettings,
  startFurrow,
} from "../tests/support/servers/furrow-server.ts";
import { type LoadResult, load } from "./load.ts";
import { type Measure, median } from "./measure.ts";
import { pageHeaders } from "./recorded-page.ts";

const connections = 32;
const seconds = 0.75;

/** Background work in the database of a running server. */
export interface DueWork {
  /** Makes all work due at once. */
  makeDue(): void;
  hasBegun(): boolean;
  countDue(): number;
  /** Throws when the server has not done the whole work. */
  verify(): void;
  close(): void;
}

/**
 * Speed of the landing page while the server does much background work, compared with an idle
 * server in alternate rounds. `title` names the work, such as "100 checks due at once".
 */
export async function measureLandingBesideWork(
  title: string,
  openWork: (busy: FurrowServer) => DueWork,
  settings: FurrowSettings = {},
): Promise<Measure[]> {
  const [busy, quiet] = [await startFurrow(settings), await startFurrow(settings)];
  const visit = ({ url }: FurrowServer) =>
    load({ url: `${url}/`, headers: pageHeaders }, connections, seconds);
  const work = openWork(busy);
  try {
    for (const furrow of [busy, quiet, busy, quiet]) await visit(furrow);
    const began = performance.now();
    work.makeDue();
    while (!work.hasBegun()) await sleep(20);
    const rounds: { readonly busy: LoadResult; readonly quiet: LoadResult }[] = [];
    while (work.countDue() > 0) rounds.push({ busy: await visit(busy), quiet: await visit(quiet) });
    const took = performance.now() - began;
    // Drops the last round, because the work can have ended during it.
    if (rounds.length > 1) rounds.pop();
    work.verify();
    const compare = (value: (result: LoadResult) => number) => ({
      furrow: median(rounds.map((round) => value(round.busy))),
      baseline: median(rounds.map((round) => value(round.quiet))),
    });
    return [
      {
        name: `${title}: landing page, 99th percentile, beside a quiet server`,
        ...compare(({ p99 }) => p99),
        unit: "ms",
        target: { of: "ratio", atMost: 2 },
      },
      {
        name: `${title}: landing page, requests, beside a quiet server`,
        ...compare(({ perSecond }) => perSecond),
        unit: "per second",
      },
      { name: `${title}: until all are done`, furrow: took, unit: "ms" },
    ];
  } finally {
    work.close();
    await busy.stop();
    await quiet.stop();
  }
}
