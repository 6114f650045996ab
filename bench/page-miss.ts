import { join } from "node:path";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { CachedPage } from "#http/page-cache/cached-page.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { openDatabase } from "#platform/database/database.ts";
import { type FurrowServer, startFurrow } from "../tests/support/servers/furrow-server.ts";
import { type Saving, savingAsAdmin } from "./banner-saving.ts";
import { startBaseline } from "./baseline-server.ts";
import { load } from "./load.ts";
import { type Measure, median } from "./measure.ts";
import { processorTimeOf } from "./process-figures.ts";
import { pageHeaders, recordPage } from "./recorded-page.ts";

const rounds = 5;
const savesInRound = 100;
const headers = { "accept-encoding": "gzip, deflate, br, zstd" };

/**
 * Processor time of rendering a page that is not cached: the time of a save and a request for the
 * landing page, minus the time of a save and a request for `/healthz`. The baseline is the
 * processor time in which a bare server answers one request. Parts of the rendering are also
 * measured alone.
 */
export async function measurePageMiss(): Promise<Measure[]> {
  const furrow = await startFurrow();
  try {
    const saving = await savingAsAdmin(furrow);
    for (let round = 0; round < 3; round++) await saveAndAsk(furrow, saving, "/");
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const withPage = await saveAndAsk(furrow, saving, "/");
      const without = await saveAndAsk(furrow, saving, "/healthz");
      costs.push(withPage - without);
    }
    const cost = median(costs);
    if (Number.isNaN(cost)) return [];
    const baseline = await bareRequest(furrow);
    const parts = await measureParts(furrow);
    return [
      {
        name: "landing page: processor time of a miss",
        furrow: cost,
        baseline,
        unit: "ms",
        target: { of: "figure", atMost: 5 },
      },
      ...parts.map(([name, furrow]): Measure => ({ name: `of it, ${name}`, furrow, unit: "ms" })),
    ];
  } finally {
    await furrow.stop();
  }
}

let saves = 0;

/** Milliseconds of processor time that the server uses for one save and one request for `path`. */
async function saveAndAsk(
  { pid }: FurrowServer,
  { url, id, headers: asAdmin, values }: Saving,
  path: string,
): Promise<number> {
  const before = processorTimeOf(pid) ?? Number.NaN;
  for (let save = 0; save < savesInRound; save++) {
    const body = JSON.stringify({ ...values, bannerHeading: `Saved ${++saves} times.` });
    const init = { method: "PUT", headers: asAdmin, body };
    const saved = await fetch(`${url}/api/update-banner/${id}`, init);
    await saved.arrayBuffer();
    if (!saved.ok) throw new Error(`Saving a banner is answered ${saved.status}.`);
    await (await fetch(`${url}${path}`, { headers })).arrayBuffer();
  }
  return ((processorTimeOf(pid) ?? Number.NaN) - before) / savesInRound;
}

/** Milliseconds of processor time that a bare server needs to send the same page. */
async function bareRequest({ url, dataDirectory }: FurrowServer): Promise<number> {
  const file = join(dataDirectory, "page.json");
  await recordPage(`${url}/`, file);
  const bare = await startBaseline("page.ts", [file]);
  try {
    const request = { url: `${bare.url}/`, headers: pageHeaders };
    await load(request, 32, 2);
    const before = processorTimeOf(bare.pid) ?? Number.NaN;
    const { answered } = await load(request, 32, 4);
    return ((processorTimeOf(bare.pid) ?? Number.NaN) - before) / answered;
  } finally {
    await bare.stop();
  }
}

/**
 * Times those steps of a miss that can run alone. Runs them in this process, on the database file
 * of the server. The rest of a miss is the rendering by React.
 */
async function measureParts(furrow: FurrowServer): Promise<[string, number][]> {
  const page = await pageOf(furrow);
  const file = join(furrow.dataDirectory, "furrow.db");
  const { read, close } = openDatabase({ engine: "sqlite", file });
  const inEncoding = (encoding: "identity" | "gzip" | "br") =>
    processorTime(() => new CachedPage(page, [["Content-Type", "text/html"]]).answerIn(encoding));
  try {
    const data = async () => pictureFactsFor(read, await readSiteContent(read));
    return [
      ["reading what the site says", await processorTime(data)],
      ["its tag, as it is", await inEncoding("identity")],
      ["gzip and its tag", await inEncoding("gzip")],
      ["brotli and its tag, once it was sent often", await inEncoding("br")],
    ];
  } finally {
    await close();
  }
}

async function pageOf({ url }: FurrowServer): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

/**
 * Processor time of one call in milliseconds, including all threads of this process; the lowest of
 * several rounds.
 */
async function processorTime(step: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 8; round++) {
    const before = process.cpuUsage();
    for (let time = 0; time < 50; time++) await step();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000 / 50);
  }
  return Math.min(...times);
}
