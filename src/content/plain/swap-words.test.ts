import { beforeEach, expect, test } from "vitest";
import { demonstrationBusiness, demonstrationName } from "#platform/business.ts";
import type { Actor } from "#policy/actor.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  refusal,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { listForEditing } from "../drafts/editable-record.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { listHistory } from "../history/history.ts";
import { undoChanges } from "../history/restore-revision.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { readSiteContent } from "../records/content-store.server.ts";
import { createRecord, updateRecord } from "../records/save-block.ts";
import { writeBusinessFacts } from "../records/write-business-facts.server.ts";
import { farmWordIn } from "./farm-words.ts";
import { seedsOf } from "./plain-seeds.ts";
import { swapWords, swapWordsIn } from "./swap-words.ts";

const { testimonials, teamMembers, sectionTitles, copyright, counters } = blocks;

describeStore("Swapping the words of the farm", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const stored = () =>
    content.database.read
      .selectFrom("content_records")
      .select(["id", "position", "field_values", "draft_values", "author"])
      .orderBy("id")
      .execute();
  const swap = (to: "plain" | "farm") => swapWords(content, olga, to);
  const rename = (before: string, after: string) =>
    content.database.write((tx) =>
      writeBusinessFacts(tx, {
        actor: olga,
        at: content.clock(),
        before: { ...demonstrationBusiness, name: before },
        after: { ...demonstrationBusiness, name: after },
      }),
    );
  const edit = async (block: Block, index: number, change: Readonly<Record<string, string>>) => {
    const record = (await listForEditing(content, olga, block))[index];
    if (record === undefined) throw new Error(`${block.title} has no record ${index}.`);
    await updateRecord(content, olga, block, record._id, { ...record.published, ...change });
    return record._id;
  };

  test("gives every block of a new installation its plain words, and all of them back", async () => {
    const before = await stored();
    const count = await swap("plain");
    for (const block of Object.values(blocks) as Block[]) {
      const records = await listForEditing(content, olga, block);
      expect([block.name, records.map(({ published }) => published)]).toEqual([
        block.name,
        seedsOf(block, "plain"),
      ]);
      const isInvented = block.seedMayStay !== true;
      for (const each of records) expect(each.isDemonstration).toBe(isInvented);
    }
    expect(await swap("plain")).toBe(0);
    expect(await swap("farm")).toBe(count);
    expect(await stored()).toEqual(before);
    expect(await swap("farm")).toBe(0);
  });

  test("leaves the owner's own texts, and restores what was there, byte by byte", async () => {
    // The owner chose what the plain set has as well, and removed what it has not.
    await edit(testimonials, 0, { image: "" });
    await edit(testimonials, 1, { personName: "Ann", desc: "Good.", company: "", personTitle: "" });
    await edit(teamMembers, 2, { teamMemberName: "Bo", teamMemberTitle: "Writer" });
    await edit(counters, 0, { teamText: "People", happyClientsText: "Guests" });
    await edit(plans, 0, { packagePointOne: "Our own point", packageDrawing: "" });
    const own = { ...plans.seed[1], packageName: "Own", packagePointOne: "Ours" } as const;
    await createRecord(content, olga, plans, { ...own, packageRecommended: "" });
    const headings = await content.first(banner);
    await saveDraft(content, olga, banner, headings._id, {
      values: { bannerHeading: "Our heading", imageOne: "/pictures/from-above.webp" },
    });
    const before = await stored();
    await swap("plain");
    const site = await readSiteContent(content.database.read);
    expect(site.testimonials.map(({ image }) => image)).toEqual(["", "", "", ""]);
    expect(site.teamMembers[2]).toMatchObject({
      teamMemberName: "Bo",
      teamMemberImg: "/patterns/arcs-small.svg",
    });
    expect(site.counters).toMatchObject({ teamText: "People", happyClientsText: "Guests" });
    expect(site.pricingPackages[0]?.packagePointOne).toBe("Our own point");
    expect(site.pricingPackages[3]).toMatchObject({
      packagePointOne: "Ours",
      packagePointThree: "4 pages written or rewritten",
      packageDrawing: "",
    });
    expect((await content.first(banner)).draft?.fields).toEqual(["bannerHeading", "imageOne"]);
    expect((await content.first(banner)).values.bannerHeading).toBe("Our heading");
    await swap("farm");
    const after = await stored();
    expect(after.map(({ author, ...each }) => each)).toEqual(
      before.map(({ author, ...each }) => each),
    );
  });

  test("restores any mixture of both sets and own texts, published and in drafts", async () => {
    let state = 7;
    const next = (count: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % count;
    };
    const texts = (block: Block, name: string) =>
      [...seedsOf(block, "farm"), ...seedsOf(block, "plain")].map((seed) => seed[name] ?? "");
    const mixed = [banner, testimonials, teamMembers, plans, counters, sectionTitles] as Block[];
    for (const block of mixed) {
      for (const { _id, values } of await listForEditing(content, olga, block)) {
        const optional = Object.keys(block.fields).filter(
          (name) => name !== block.uniqueField && block.fields[name]?.kind !== "mark",
        );
        const choose = () =>
          Object.fromEntries(
            optional.flatMap((name) => {
              const choices = texts(block, name);
              const text = choices[next(choices.length)] ?? "";
              const isFit = text !== "" || block.fields[name]?.optional;
              return isFit && next(2) === 0 ? [[name, text]] : [];
            }),
          );
        await updateRecord(content, olga, block, _id, { ...values, ...choose() });
        await saveDraft(content, olga, block, _id, { values: { ...choose(), ...choose() } });
      }
    }
    const before = await stored();
    await swap("plain");
    await swap("farm");
    const after = await stored();
    expect(after.map(({ author, ...each }) => each)).toEqual(
      before.map(({ author, ...each }) => each),
    );
  });

  test("leaves what the owner wrote between two swaps", async () => {
    await swap("plain");
    await edit(sectionTitles, 0, { pricingHeading: "What we charge" });
    await edit(testimonials, 3, { image: "https://example.com/h.webp" });
    await swap("farm");
    const site = await readSiteContent(content.database.read);
    expect(site.sectionTitles).toMatchObject({
      ...sectionTitles.seed[0],
      pricingHeading: "What we charge",
    });
    expect(site.testimonials.map(({ image }) => image)).toEqual([
      ...testimonials.seed.slice(0, 3).map(({ image }) => image),
      "https://example.com/h.webp",
    ]);
  });

  test("keeps the name of the business, also one that is new since the last swap", async () => {
    await rename(demonstrationName, "Harvest & Søn");
    const before = await stored();
    await swap("plain");
    const site = await readSiteContent(content.database.read);
    expect(site.copyright?.copyrightText).toBe("© Harvest & Søn. All rights reserved.");
    expect(site.about?.aboutDetails).toMatch(/^Harvest & Søn began with a shop/);
    await rename("Harvest & Søn", "Nord $&");
    expect((await content.first(copyright)).values.copyrightText).toBe(
      "© Nord $&. All rights reserved.",
    );
    await rename("Nord $&", "Harvest & Søn");
    await swap("farm");
    expect(await stored()).toEqual(before);
    await swap("plain");
    await rename("Harvest & Søn", "Nord $&");
    await swap("farm");
    expect((await content.first(copyright)).values.copyrightText).toBe("© Nord $&. Grown by hand.");
  });

  test("is in the history of each record, and can be undone there", async () => {
    const { _id, values } = await content.first(banner);
    await swap("plain");
    const [entry] = await listHistory(content, olga, { recordId: _id });
    expect(entry).toMatchObject({ action: "made-plain", author: "olga@example.com" });
    await undoChanges(content, olga, [{ id: _id, revision: entry?.revision ?? 0 }]);
    expect((await content.first(banner)).values).toEqual(values);
    // A record that was undone by hand swaps like one that never did.
    await swap("plain");
    expect((await content.first(banner)).values).toEqual(seedsOf(banner, "plain")[0]);
  });

  test("happens once when two ask at once, and not at all when its transaction fails", async () => {
    const before = await stored();
    const by = { actor: olga, author: "olga@example.com", at: content.clock() };
    const failing = content.database.write(async (tx) => {
      expect(await swapWordsIn(tx, by, "plain")).toBeGreaterThan(0);
      throw new Error("Something else failed.");
    });
    await expect(failing).rejects.toThrow("Something else failed.");
    expect(await stored()).toEqual(before);
    const counts = await Promise.all([swap("plain"), swap("plain")]);
    expect(counts.filter((count) => count === 0)).toHaveLength(1);
    const { _id } = await content.first(banner);
    expect((await listHistory(content, olga, { recordId: _id })).length).toBe(2);
  });

  test("leaves no word of the farm on the site, and needs the right to publish", async () => {
    await swap("plain");
    const site = await readSiteContent(content.database.read);
    const { logo, look, ...others } = site;
    expect(farmWordIn(JSON.stringify(others))).toBeNull();
    const person = { accountId: "account-wim", email: "wim@example.com" };
    const worker: Actor = { kind: "staff", role: "Worker", ...person, confirmedRecently: true };
    expect((await refusal(swapWords(content, worker, "farm"))).code).toBe("forbidden");
  });
});
