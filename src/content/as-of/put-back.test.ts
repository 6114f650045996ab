import { beforeEach, expect, test } from "vitest";
import type { TestContent } from "../../../tests/support/content.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  refusal,
  services,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { withdrawRecord } from "../drafts/withdraw-record.ts";
import { undoChanges } from "../history/restore-revision.ts";
import { readSiteContent } from "../records/content-store.server.ts";
import { moveRecord } from "../records/move-record.ts";
import { createRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { changeAfter, changeBefore, listDifferences } from "./differences.ts";
import { putBackAsOf } from "./put-back.ts";

describeStore("The differences of the site since a time", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const change = async () => {
    const at = content.clock();
    const heading = await content.first(banner);
    const { values } = heading;
    await updateRecord(content, olga, banner, heading._id, { ...values, bannerHeading: "Sown" });
    const [plan, other] = await content.onSite(plans);
    await deleteRecord(content, olga, plans, plan?._id ?? "");
    const [first, second] = await content.onSite(services);
    await moveRecord(content, olga, services, second?._id ?? "", { before: first?._id ?? null });
    const { _id, ...texts } = other ?? { _id: "" };
    const added = await createRecord(content, olga, plans, { ...texts, packageName: "Grand" });
    return { at, heading, plan, added, service: first };
  };

  test("name each record that was changed, removed, added or moved", async () => {
    const { at, heading, plan, added } = await change();
    const { items, moreCount } = await listDifferences(content, olga, at);
    expect(moreCount).toBe(0);
    expect(items.map(({ recordId, kind }) => [recordId, kind])).toEqual(
      expect.arrayContaining([
        [heading._id, "changed"],
        [plan?._id, "removed"],
        [added._id, "added"],
        [null, "moved"],
      ]),
    );
    expect(items.find(({ kind }) => kind === "changed")?.changes).toEqual([
      { path: "bannerHeading", before: heading.values.bannerHeading, after: "Sown" },
    ]);
    expect(items.find(({ kind }) => kind === "moved")?.label).toBe(services.title);
    expect((await listDifferences(content, olga, content.clock())).items).toEqual([]);
    expect(await listDifferences(content, olga, at, 1)).toMatchObject({ moreCount: 4 });
  });

  test("can be put back as drafts, which visitors do not see, and the undo takes the drafts away", async () => {
    const { at, heading, plan } = await change();
    const before = await readSiteContent(content.database.read);
    const changes = await putBackAsOf(content, olga, at, [heading._id, plan?._id ?? ""]);
    expect(await readSiteContent(content.database.read)).toEqual(before);
    const back = await content.first(banner);
    expect(back.values).toEqual(heading.values);
    expect(back.draft?.fields).toEqual(["bannerHeading"]);
    expect((await content.first(plans))._id).toBe(plan?._id);
    expect(await content.first(plans)).toMatchObject({ published: null });
    await undoChanges(content, olga, changes);
    expect((await content.first(banner)).draft).toBeNull();
  });

  test("cannot be put back for a record that visitors did not see then", async () => {
    const { at, added, service } = await change();
    expect((await refusal(putBackAsOf(content, olga, at, [added._id]))).code).toBe("conflict");
    await withdrawRecord(content, olga, services, service?._id ?? "");
    const later = content.clock();
    const refused = await refusal(putBackAsOf(content, olga, later, [service?._id ?? ""]));
    expect(refused.code).toBe("conflict");
    const { length } = await putBackAsOf(content, olga, at, [service?._id ?? ""]);
    expect(length).toBe(0);
  });

  test("lie between the changes that visitors saw", async () => {
    const { at } = await change();
    const next = await changeAfter(content, at);
    expect(next).toBeGreaterThan(at);
    expect(await changeBefore(content, (next ?? 0) + 1)).toBe(next);
    expect(await changeBefore(content, 0)).toBeNull();
    expect(await changeAfter(content, content.clock())).toBeNull();
  });
});
