import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startFurrow } from "../tests/support/furrow-server.ts";
import { startBaseline } from "./baseline-server.ts";
import type { Measure } from "./measure.ts";
import { memoryOf } from "./process-figures.ts";
import { pageHeaders, recordPage } from "./recorded-page.ts";

const visits = 50;
const restMs = 5000;

/** What each process holds after some visits and a rest, beside a bare server after the same. */
export async function measureIdleMemory(): Promise<Measure[]> {
  const furrow = await startFurrow();
  const file = join(furrow.dataDirectory, "page.json");
  await recordPage(`${furrow.url}/`, file);
  const baseline = await startBaseline("page.ts", [file]);
  try {
    for (let visit = 0; visit < visits; visit++) {
      for (const { url } of [furrow, baseline]) {
        await (await fetch(url, { headers: pageHeaders })).arrayBuffer();
      }
    }
    await sleep(restMs);
    const ours = memoryOf(furrow.pid);
    const bare = memoryOf(baseline.pid);
    if (ours === null || bare === null) return [];
    return [{ name: "idle memory", furrow: ours, baseline: bare, unit: "MB" }];
  } finally {
    await baseline.stop();
    await furrow.stop();
  }
}
