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
import { callToAction } from "../blocks/call-to-action.ts";
import { listHistory } from "../history/history.ts";
import { updateRecord } from "../records/save-block.ts";
import { type EditableRecord, readForEditing } from "./editable-record.ts";
import { EditConflict } from "./merge-edits.server.ts";
import { publishAllDrafts, publishDraft } from "./publish-draft.ts";
import { saveDraft } from "./save-draft.ts";

describeOnEachDatabase("Two editors of one record", (openDatabase) => {
  let content: TestContent;
  let start: EditableRecord;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    start = await content.first(banner);
  });

  const save = (actor: typeof olga, change: Record<string, string>, base?: number) =>
    updateRecord(content, actor, banner, start._id, { ...start.values, ...change }, base);
  const draft = (actor: typeof olga, values: Record<string, string>, base?: number) =>
    saveDraft(content, actor, banner, start._id, { values, base });
  const present = () => readForEditing(content, olga, banner, start._id);

  async function conflictOf(promise: Promise<unknown>): Promise<EditConflict> {
    const error = await refusal(promise);
    if (!(error instanceof EditConflict)) throw error;
    return error;
  }

  test("keep both changes when they change different fields", async () => {
    await save(piet, { buttonText: "Sow" }, start.revision);
    const saved = await save(olga, { bannerHeading: "Sown" }, start.revision);
    expect(saved).toMatchObject({ buttonText: "Sow", bannerHeading: "Sown" });
    expect((await content.onSite(banner))[0]).toEqual(saved);
  });

  test("keep all changes when they save different fields at the same time", async () => {
    const fields = ["bannerText", "bannerHeading", "bannerDetails", "buttonText"];
    const [plan] = await content.onSite(plans);
    await Promise.all([
      ...fields.map((name) => save(olga, { [name]: `new ${name}` }, start.revision)),
      updateRecord(content, piet, plans, plan?._id ?? "", withoutId(plan), 1),
    ]);
    const { values, revision } = await present();
    for (const name of fields) expect(values[name]).toBe(`new ${name}`);
    expect(revision).toBe(start.revision + fields.length);
  });

  test("get a conflict with both texts when they change the same field, and nothing is written", async () => {
    await save(piet, { bannerHeading: "Ploughed", buttonText: "Plough" }, start.revision);
    await save(piet, { bannerHeading: "Ploughed", buttonText: "Harrow" });
    const before = await present();
    const mine = { bannerHeading: "Sown", bannerText: "Mine alone" };
    const conflict = await conflictOf(save(olga, mine, start.revision));
    expect(conflict.code).toBe("conflict");
    const [first] = (await listHistory(content, olga, { recordId: start._id })).slice(1);
    expect(conflict.details).toEqual({
      _id: start._id,
      revision: before.revision,
      merged: { ...before.values, ...mine },
      conflicts: [
        {
          path: "bannerHeading",
          yours: "Sown",
          theirs: "Ploughed",
          author: "piet@example.com",
          at: first?.at,
        },
      ],
    });
    expect(conflict.extra).toEqual({ block: "banner", ...conflict.details });
    expect(await present()).toEqual(before);
    // A save with the conflict's revision as its base overwrites the other editor's text.
    const { merged, revision } = conflict.details;
    await updateRecord(content, olga, banner, start._id, merged, revision);
    expect((await present()).values).toEqual({ ...before.values, ...mine });
  });

  test("keep the value of an optional field that a later edit omits", async () => {
    const { _id, values, revision } = await content.first(callToAction);
    const { buttonText: _text, buttonLink: _link, ...required } = values;
    const change = (actor: typeof olga, edit: object, base?: number) =>
      updateRecord(content, actor, callToAction, _id, { ...required, ...edit }, base);
    await change(piet, { buttonText: "Sow", buttonLink: "/service/" }, revision);
    for (const base of [revision, undefined]) {
      await change(olga, { heading: `Sown after ${base}` }, base);
      expect((await content.onSite(callToAction))[0]).toEqual({
        _id,
        heading: `Sown after ${base}`,
        subHeading: values.subHeading,
        buttonText: "Sow",
        buttonLink: "/service/",
      });
    }
  });

  test("get an error for an unknown base", async () => {
    for (const base of [start.revision + 1, 0, Number.NaN, 1.5]) {
      const refused = await refusal(save(olga, { bannerHeading: "Sown" }, base));
      expect([refused.code, refused.issues[0]?.path]).toEqual(["invalid", "base"]);
    }
  });

  test("keep both changes of different fields in drafts, and get a conflict for the same field", async () => {
    await draft(piet, { buttonText: "Plough" }, start.revision);
    const both = await draft(olga, { bannerHeading: "Sown" }, start.revision);
    expect(both.values).toMatchObject({ buttonText: "Plough", bannerHeading: "Sown" });
    const conflict = await conflictOf(draft(olga, { buttonText: "Sow" }, start.revision));
    expect(conflict.details.conflicts).toMatchObject([
      { path: "buttonText", yours: "Sow", theirs: "Plough", author: "piet@example.com" },
    ]);
    expect(await present()).toEqual(both);
  });

  test("get a conflict when they publish a draft over values that were published meanwhile", async () => {
    await draft(olga, { bannerHeading: "Sown" }, start.revision);
    await save(piet, { bannerHeading: "Ploughed", buttonText: "Plough" });
    const before = await present();
    for (const publish of [
      () => publishDraft(content, olga, banner, start._id),
      () => publishAllDrafts(content, olga),
      // `base` shows that the editor has seen changes of the draft. Only `seen` shows that the
      // editor has seen changes of the published values.
      () => publishDraft(content, olga, banner, start._id, { values: {}, base: before.revision }),
    ]) {
      const { details } = await conflictOf(publish());
      expect(details.merged).toMatchObject({ bannerHeading: "Sown", buttonText: "Plough" });
      expect(details.conflicts).toMatchObject([
        { path: "bannerHeading", yours: "Sown", theirs: "Ploughed", author: "piet@example.com" },
      ]);
      expect(await present()).toEqual(before);
    }
    const seen = before.revision;
    const { record: published } = await publishDraft(content, olga, banner, start._id, { seen });
    expect(published.published).toMatchObject({ bannerHeading: "Sown", buttonText: "Plough" });
  });

  test("get both changes published when one publishes a form and the other has saved a draft", async () => {
    await draft(piet, { buttonText: "Plough" }, start.revision);
    const input = { values: { ...start.values, bannerHeading: "Sown" }, base: start.revision };
    const { record } = await publishDraft(content, olga, banner, start._id, input);
    const { published, draft: left } = record;
    expect(published).toMatchObject({ buttonText: "Plough", bannerHeading: "Sown" });
    expect(left).toBeNull();
  });
});

function withoutId(record: Readonly<Record<string, string>> | undefined) {
  const { _id: _left, ...values } = record ?? {};
  return { ...values, packagePrice: "150" };
}
