import { beforeEach, expect, test } from "vitest";
import {
  banner,
  olga,
  openContent,
  piet,
  plans,
  refusal,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "../drafts/save-draft.ts";
import { moveRecord } from "../records/move-record.ts";
import { deleteRecord, updateRecord } from "../records/save-block.ts";
import { type HistoryEntry, listHistory } from "./history.ts";
import { restoreRevision, undoChanges } from "./restore-revision.ts";
import { restoreFromTrash } from "./trash.ts";

describeOnEachDatabase("The history", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const changeOf = ({ _id, revision }: { _id: string; revision: number }) => ({
    id: _id,
    revision,
  });

  async function price(id: string, packagePrice: string, actor = olga): Promise<void> {
    const values = (await content.onSite(plans)).find(({ _id }) => _id === id) ?? {};
    const { _id: _left, ...rest } = values as Record<string, string>;
    await updateRecord(content, actor, plans, id, { ...rest, packagePrice });
  }

  async function everyPage(request: object, limit: number): Promise<HistoryEntry[]> {
    const all: HistoryEntry[] = [];
    for (let before: string | undefined; ; ) {
      const page = await listHistory(content, olga, { ...request, limit, before });
      all.push(...page);
      if (page.length < limit) return all;
      before = page.at(-1)?._id;
    }
  }

  test("shows who changed what and when, field by field, newest first", async () => {
    const { _id } = await content.first(plans);
    await price(_id, "159", piet);
    await saveDraft(content, olga, plans, _id, { values: { packagePrice: "169" } });
    await discardDraft(content, olga, plans, _id);
    await saveDraft(content, olga, plans, _id, { values: { packagePrice: "179" } });
    await publishDraft(content, piet, plans, _id);
    await moveRecord(content, olga, plans, _id, { before: null });
    await deleteRecord(content, olga, plans, _id);
    await restoreFromTrash(content, piet, _id);
    const change = (before: string, after: string) => [{ path: "packagePrice", before, after }];
    const entries = await listHistory(content, olga, { recordId: _id });
    expect(entries.map(({ action, author, changes }) => [action, author, changes])).toEqual([
      ["undeleted", "piet@example.com", []],
      ["deleted", "olga@example.com", []],
      ["moved", "olga@example.com", []],
      ["published", "piet@example.com", change("159", "179")],
      ["drafted", "olga@example.com", change("159", "179")],
      ["discarded", "olga@example.com", change("169", "159")],
      ["drafted", "olga@example.com", change("159", "169")],
      ["updated", "piet@example.com", change("149", "159")],
      ["created", "demonstration", expect.any(Array)],
    ]);
    expect(entries.map(({ revision }) => revision)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(entries.at(-1)?.changes).toContainEqual({
      path: "packageName",
      before: "",
      after: "Basic",
    });
    expect(entries[0]).toMatchObject({ recordId: _id, block: plans.name, label: "Basic" });
  });

  test("lists each entry exactly once over all pages, for a record, a block or all content", async () => {
    const { _id } = await content.first(plans);
    for (const amount of ["150", "151", "152", "153"]) await price(_id, amount);
    for (const request of [{ recordId: _id }, { block: plans.name }, {}]) {
      const whole = await listHistory(content, olga, { ...request, limit: 200 });
      expect(whole.length).toBeGreaterThanOrEqual(5);
      for (const limit of [1, 3]) expect(await everyPage(request, limit)).toEqual(whole);
    }
    const ofBlock = await listHistory(content, olga, { block: plans.name });
    expect(ofBlock.every(({ block }) => block === plans.name)).toBe(true);
    for (const limit of [0, 201, 1.5, Number.NaN]) {
      expect((await refusal(listHistory(content, olga, { limit }))).code).toBe("invalid");
    }
    expect(await listHistory(content, olga, { before: "nothing" })).toEqual([]);
  });

  test("restores an earlier revision of a record as a new revision", async () => {
    const { _id, revision, values } = await content.first(plans);
    await price(_id, "999", piet);
    const { record: restored } = await restoreRevision(content, olga, _id, revision);
    expect(restored).toMatchObject({ published: values, revision: revision + 2 });
    const [entry] = await listHistory(content, olga, { recordId: _id });
    expect(entry).toMatchObject({
      action: "restored",
      changes: [{ path: "packagePrice", before: "999", after: "149" }],
    });
  });

  test("restores a discarded draft as a draft", async () => {
    const { _id, published } = await content.first(banner);
    const lost = await saveDraft(content, olga, banner, _id, { values: { buttonText: "Sow" } });
    await discardDraft(content, olga, banner, _id);
    const entries = await listHistory(content, olga, { recordId: _id });
    expect(entries.map(({ action, isDraft }) => [action, isDraft])).toEqual([
      ["discarded", false],
      ["drafted", true],
      ["created", false],
    ]);
    const { record: back, isDraft } = await restoreRevision(content, olga, _id, lost.revision);
    expect(isDraft).toBe(true);
    expect(back).toMatchObject({ published, draft: { fields: ["buttonText"] } });
    expect(back.values.buttonText).toBe("Sow");
    const [restored] = await listHistory(content, olga, { recordId: _id });
    expect(restored).toMatchObject({ action: "restored", isDraft: true });
    expect(restored?.changes).toMatchObject([{ path: "buttonText", after: "Sow" }]);
  });

  test("undoes a restoration and brings back the replaced draft, unless the record has changed since", async () => {
    const { _id, revision } = await content.first(plans);
    await price(_id, "999", piet);
    const draft = { values: { packagePrice: "555" } };
    const before = await saveDraft(content, olga, plans, _id, draft);
    const { record: restored } = await restoreRevision(content, olga, _id, revision);
    expect(restored.published?.packagePrice).toBe("149");
    const [back] = await undoChanges(content, olga, [restored].map(changeOf));
    expect(back).toMatchObject({
      values: before.values,
      published: before.published,
      draft: { fields: ["packagePrice"] },
    });
    const { record: again } = await restoreRevision(content, olga, _id, revision);
    await price(_id, "777", piet);
    const refused = await refusal(undoChanges(content, olga, [changeOf(again)]));
    expect(refused.code).toBe("conflict");
    expect((await content.first(plans)).published?.packagePrice).toBe("777");
  });

  test("undoes several publications together, and undoes none if one of the records has changed since", async () => {
    const plan = await content.first(plans);
    const heading = await content.first(banner);
    const drafts = [
      await saveDraft(content, olga, plans, plan._id, { values: { packagePrice: "555" } }),
      await saveDraft(content, olga, banner, heading._id, { values: { buttonText: "Sow" } }),
    ];
    const published = await publishAllDrafts(content, olga);
    const undone = await undoChanges(content, olga, published);
    expect(undone.map(({ _id }) => _id)).toHaveLength(2);
    for (const record of undone) {
      const before = drafts.find(({ _id }) => _id === record._id);
      expect(record).toMatchObject({ values: before?.values, published: before?.published });
      expect(record.draft?.fields).toEqual(before?.draft?.fields);
    }

    const again = await publishAllDrafts(content, olga);
    await price(plan._id, "777", piet);
    const refused = await refusal(undoChanges(content, olga, again));
    expect(refused.code).toBe("conflict");
    expect((await content.first(banner)).published?.buttonText).toBe("Sow");
  });

  test("refuses to restore an unknown revision, a record in the trash and values that are no longer valid", async () => {
    const { _id } = await content.first(plans);
    expect((await refusal(restoreRevision(content, olga, "nobody", 1))).code).toBe("not-found");
    expect((await refusal(restoreRevision(content, olga, _id, 2))).code).toBe("invalid");
    await price(_id, "159");
    await content.database.write((tx) =>
      tx
        .updateTable("content_history")
        .set({ field_values: JSON.stringify({ packageName: "", packagePrice: "1" }) })
        .where("record_id", "=", _id)
        .where("revision", "=", 1)
        .execute(),
    );
    const refused = await refusal(restoreRevision(content, olga, _id, 1));
    expect(refused.code).toBe("invalid");
    expect(refused.message).toMatch(/Pricing has changed since: Plan is required/);
    expect(refused.issues[0]?.path).toBe("packageName");
    await deleteRecord(content, olga, plans, _id);
    expect((await refusal(restoreRevision(content, olga, _id, 2))).code).toBe("conflict");
  });
});
