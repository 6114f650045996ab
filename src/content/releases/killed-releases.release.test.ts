import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { banner, olga, openContent, piet } from "../../../tests/support/content.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { releasesOf } from "../../../tests/support/releases.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { faqItems } from "../blocks/faq.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { addToRelease, planRelease } from "./plan-release.ts";
import { readRelease } from "./read-releases.ts";

const program = fileURLToPath(
  new URL("../../../tests/torture/release-process.ts", import.meta.url),
);
const releases = 12;
const draftsOfEach = 4;

describeOnEachDatabase("Two processes that carry out releases", (openDatabase) => {
  test("publish each release once and whole, although they are killed in between", {
    timeout: scaled(120_000),
  }, async () => {
    const database = await openDatabase();
    const content = await openContent(database);
    const site = { ...content, ...releasesOf(content) };
    const planned: string[] = [];
    for (let nth = 0; nth < releases; nth++) {
      const { id } = await planRelease(site, piet, {
        name: `Release ${nth}`,
        ...site.inMinutes(60),
      });
      for (let of = 0; of < draftsOfEach; of++) {
        const accodingTitle = `Question ${nth}.${of}`;
        const values = { accodingTitle, accodingText: "Yes." };
        const { _id: recordId } = await saveDraft(site, olga, faqItems, null, { values });
        await addToRelease(site, piet, id, { recordId, kind: "publish" });
      }
      planned.push(id);
    }
    const before = (await site.onSite(faqItems)).length;
    const address = await addressOf(database);
    let interrupted = 0;
    // What a killed process held is free again after its lease.
    for (let life = 0; life < releases; life++) {
      const settings = { address, now: site.time.now + (60 + life * 2) * 60_000 };
      const killed = await Promise.all([1, 2].map(() => killAfter(settings, 1 + (life % 3))));
      interrupted += killed.filter(Boolean).length;
    }
    await killAfter({ address, now: site.time.now + 24 * 60 * 60_000 }, Number.POSITIVE_INFINITY);
    expect(interrupted).toBeGreaterThan(0);
    for (const id of planned) {
      const { state, entries } = await readRelease(site, olga, id);
      expect([state, entries.map(({ result }) => result)]).toEqual([
        "done",
        Array.from({ length: draftsOfEach }, () => "published"),
      ]);
    }
    expect(await site.onSite(faqItems)).toHaveLength(before + releases * draftsOfEach);
    const count = async (action: string, table: "audit_log" | "content_history") => {
      const rows = await database.read
        .selectFrom(table)
        .select("id")
        .where("action", "=", action)
        .execute();
      return rows.length;
    };
    expect(await count("published", "content_history")).toBe(releases * draftsOfEach);
    expect(await count("Carry out release", "audit_log")).toBe(releases);
    expect((await site.first(banner)).draft).toBeNull();
  });
});

/** Kills a process when it begins its nth piece of work; true if it was in the middle of one. */
async function killAfter(settings: object, pieces: number): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let [begun, done] = [0, 0];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    begun += text.split("+").length - 1;
    done += text.split("-").length - 1;
    // A little later, so that the kill comes at any moment of the work.
    if (begun >= pieces) setTimeout(() => child.kill("SIGKILL"), Math.random() * 20);
  });
  await once(child, "close");
  return child.signalCode === "SIGKILL" && begun > done;
}
