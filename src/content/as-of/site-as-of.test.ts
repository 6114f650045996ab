import { beforeEach, expect, test } from "vitest";
import {
  banner,
  olga,
  openContent,
  plans,
  services,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { exportContent } from "../archive/export-content.ts";
import { importContent } from "../archive/import-content.ts";
import { pages } from "../blocks/pages.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "../drafts/save-draft.ts";
import { withdrawRecord } from "../drafts/withdraw-record.ts";
import { listHistory } from "../history/history.ts";
import { restoreRevision, undoChanges } from "../history/restore-revision.ts";
import { listTrash, restoreFromTrash } from "../history/trash.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import type { SiteContent } from "../model/site-content.ts";
import { readSiteContent, readSitePage } from "../records/content-store.server.ts";
import { duplicateRecord, moveRecord } from "../records/move-record.ts";
import { addRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { listPagesAsOf, readPageAsOf, readSiteAsOf } from "./site-as-of.ts";

/** Numbers from 0 to below 1 that are the same in each run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describeStore("The site as of a time", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  /** A change of the content that the panel offers, chosen by the dice; refusals change nothing. */
  async function changeSomething(roll: (sides: number) => number): Promise<void> {
    const block: Block = [banner, plans, services, blocks.faqItems, blocks.listingPricing, pages][
      roll(6)
    ] as Block;
    const { database } = content;
    const all = await database.read
      .selectFrom("content_records")
      .select(["id", "revision", "deleted_at"])
      .where("block", "=", block.name)
      .orderBy("id")
      .execute();
    const present = all.filter(({ deleted_at }) => deleted_at === null);
    const some = present[roll(Math.max(present.length, 1))];
    const other = present[roll(Math.max(present.length, 1))];
    const id = some?.id ?? "";
    const label = `Text ${roll(1_000_000)}`;
    const seed: Readonly<Record<string, string>> = block.seed[0] ?? {
      pageTitle: label,
      pageAddress: `/page-${roll(1000)}`,
    };
    const values = { ...seed, [block.labelField]: label };
    const address = block.name === blocks.listingPricing.name ? `/prices-${roll(50)}` : undefined;
    const edit = { ...values, ...(address && { pageAddress: address }) };
    const deeds: readonly (() => Promise<unknown>)[] = [
      () => saveDraft(content, olga, block, id, { values: { [block.labelField]: label } }),
      () => saveDraft(content, olga, block, null, { values }),
      () => publishDraft(content, olga, block, id),
      () => publishDraft(content, olga, block, id, { values: edit }),
      () => updateRecord(content, olga, block, id, edit),
      () => addRecord(content, olga, block, values),
      () => deleteRecord(content, olga, block, id),
      () => discardDraft(content, olga, block, id),
      () => withdrawRecord(content, olga, block, id),
      () => duplicateRecord(content, olga, block, id),
      () => moveRecord(content, olga, block, id, { before: other?.id ?? null }),
      () => moveRecord(content, olga, block, id, { before: other?.id ?? null, draft: true }),
      () => publishAllDrafts(content, olga),
      () => restoreRevision(content, olga, id, 1 + roll(some?.revision ?? 1)),
      () => undoChanges(content, olga, [{ id, revision: some?.revision ?? 1 }]),
      async () => {
        const trash = await listTrash(content, olga);
        return restoreFromTrash(content, olga, trash[roll(Math.max(trash.length, 1))]?._id ?? "");
      },
    ];
    await deeds[roll(deeds.length)]?.().catch(() => {});
  }

  interface Moment {
    readonly at: number;
    readonly site: SiteContent;
    readonly pages: Readonly<Record<string, unknown>>;
  }

  async function momentNow(): Promise<Moment> {
    const { read } = content.database;
    const found = await read.selectFrom("site_pages").select("record_id").execute();
    const shown: Record<string, unknown> = {};
    for (const { record_id } of found) {
      const page = await readSitePage(read, pages, record_id);
      if (page !== undefined) shown[record_id] = page;
    }
    return { at: content.clock(), site: await readSiteContent(read), pages: shown };
  }

  async function expectReplayed({ at, site, pages: shown }: Moment): Promise<void> {
    expect(await readSiteAsOf(content, olga, at)).toEqual(site);
    const listed = await listPagesAsOf(content, olga, at);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(Object.keys(shown).toSorted());
    for (const [id, page] of Object.entries(shown)) {
      expect((await readPageAsOf(content, olga, at, id))?.record).toEqual(page);
    }
  }

  test.each([1, 2, 3])(
    "is what visitors saw then, whatever was done since (history %i)",
    async (seed) => {
      const roll = dice(seed);
      const moments: Moment[] = [await momentNow()];
      let archive: Buffer | null = null;
      for (let step = 1; step <= 160; step++) {
        await changeSomething(roll);
        if (step === 40) {
          const parts: Uint8Array[] = [];
          for await (const part of exportContent(content, olga)) parts.push(Buffer.from(part));
          archive = Buffer.concat(parts);
        }
        if (step === 110 && archive !== null) {
          const file = archive;
          await importContent(
            content,
            olga,
            (async function* () {
              yield file;
            })(),
            { dryRun: false },
          ).catch(() => {});
        }
        if (step % 5 === 0) moments.push(await momentNow());
      }
      const actions = new Set(
        (await listHistory(content, olga, { limit: 200 })).map((one) => one.action),
      );
      expect(actions.size).toBeGreaterThan(6);
      for (const moment of moments) await expectReplayed(moment);
    },
  );

  test("is empty before the site existed, and is for people who may edit it", async () => {
    const before = await readSiteAsOf(content, olga, 0);
    expect([before.banner, before.pricingPackages]).toEqual([undefined, []]);
    await expect(readSiteAsOf(content, { kind: "visitor" }, 0)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});
