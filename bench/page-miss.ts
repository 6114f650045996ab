import { type FurrowServer, startFurrow } from "../tests/support/furrow-server.ts";
import { type Saving, savingAsAdmin } from "./banner-saving.ts";
import { type Measure, median } from "./measure.ts";
import { processorTimeOf } from "./process-figures.ts";

const rounds = 5;
const savesInRound = 40;

/**
 * What a page costs that is not in memory: processor time of saves that are each followed by a look
 * at the landing page, less that of saves that are followed by a look at nothing.
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
    return [{ name: "landing page: processor time of a miss", furrow: cost, unit: "ms" }];
  } finally {
    await furrow.stop();
  }
}

let saves = 0;

/** Milliseconds of processor time for each save and what is asked for after it. */
async function saveAndAsk(
  { pid }: FurrowServer,
  { url, id, headers, values }: Saving,
  path: string,
): Promise<number> {
  const before = processorTimeOf(pid) ?? Number.NaN;
  for (let save = 0; save < savesInRound; save++) {
    const body = JSON.stringify({ ...values, bannerHeading: `Saved ${++saves} times.` });
    const saved = await fetch(`${url}/api/update-banner/${id}`, { method: "PUT", headers, body });
    await saved.arrayBuffer();
    if (!saved.ok) throw new Error(`Saving a banner is answered ${saved.status}.`);
    await (await fetch(`${url}${path}`, { headers: { "accept-encoding": "br" } })).arrayBuffer();
  }
  return ((processorTimeOf(pid) ?? Number.NaN) - before) / savesInRound;
}
