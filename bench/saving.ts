import { randomUUIDv7 } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type FurrowServer, startFurrow } from "../tests/support/servers/furrow-server.ts";
import { type Saving, savingAsAdmin } from "./banner-saving.ts";
import { startBaseline } from "./baseline-server.ts";
import { type Measure, median } from "./measure.ts";

const historyLengths = [10, 10_000];
const rounds = 3;
const savesInRound = 60;

/**
 * Time from saving a changed banner until the landing page shows the change, with a short and a
 * long history of the record, compared with a bare server that writes the same rows.
 */
export async function measureSaving(): Promise<Measure[]> {
  const furrow = await startFurrow();
  try {
    const saving = await savingAsAdmin(furrow);
    const measures: Measure[] = [];
    for (const length of historyLengths) measures.push(await measureAt(length, furrow, saving));
    return measures;
  } finally {
    await furrow.stop();
  }
}

async function measureAt(length: number, furrow: FurrowServer, saving: Saving): Promise<Measure> {
  lengthenHistory(furrow.dataDirectory, saving.id, length);
  const recorded = join(furrow.dataDirectory, `page-${length}.json`);
  const copy = join(furrow.dataDirectory, `baseline-${length}.db`);
  await recordPage(recorded, saving);
  copyDatabase(furrow.dataDirectory, copy);
  const baseline = await startBaseline("content.ts", [recorded, copy]);
  try {
    const bare = { ...saving, url: baseline.url };
    for (const one of [saving, bare]) await saveAndLook(one, savesInRound);
    const [ours, bares]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(...(await saveAndLook(saving, savesInRound)));
      bares.push(...(await saveAndLook(bare, savesInRound)));
    }
    return {
      name: `saving a block until the page says it, from ${length.toLocaleString("en-US")} entries on`,
      furrow: median(ours),
      baseline: median(bares),
      unit: "ms",
    };
  } finally {
    await baseline.stop();
  }
}

let saves = 0;

/** Milliseconds of each save. Throws when the next response of the page lacks the saved heading. */
async function saveAndLook({ url, id, headers, values }: Saving, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let save = 0; save < count; save++) {
    const bannerHeading = `Saved ${++saves} times.`;
    const body = JSON.stringify({ ...values, bannerHeading });
    const startedAt = performance.now();
    const saved = await fetch(`${url}/api/update-banner/${id}`, { method: "PUT", headers, body });
    await saved.arrayBuffer();
    const page = await (await fetch(`${url}/`)).text();
    times.push(performance.now() - startedAt);
    if (!saved.ok) throw new Error(`Saving a banner is answered ${saved.status}.`);
    if (!page.includes(bannerHeading)) throw new Error("The page does not say what was saved.");
  }
  return times;
}

/** Records the landing page in two parts: before and after the heading. */
async function recordPage(file: string, saving: Saving): Promise<void> {
  await saveAndLook(saving, 1);
  const page = await (await fetch(`${saving.url}/`)).text();
  const parts = page.split(`Saved ${saves} times.`);
  const [before, ...behind] = parts;
  await writeFile(file, JSON.stringify({ id: saving.id, page: [before, behind.join("")] }));
}

/** Inserts history entries directly, because saving the record so many times would take minutes. */
function lengthenHistory(dataDirectory: string, id: string, length: number): void {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 5000 });
  const revision = Number(
    database.prepare("select revision from content_records where id = ?").get(id)?.revision,
  );
  const append = database.prepare(`
    insert into content_history (id, record_id, block, revision, action, field_values, author, at)
    select ?, id, block, ?, 'updated', field_values, author, updated_at
    from content_records where id = ?`);
  database.exec("begin immediate");
  for (let next = revision + 1; next <= length; next++) append.run(randomUUIDv7(), next, id);
  const last = Math.max(revision, length);
  database.prepare("update content_records set revision = ? where id = ?").run(last, id);
  database.exec("commit");
  database.close();
}

function copyDatabase(dataDirectory: string, file: string): void {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 5000 });
  database.prepare("vacuum into ?").run(file);
  database.close();
}
