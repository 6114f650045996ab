import { beforeEach, expect, test } from "vitest";
import { olga, openContent, plans, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { restoreRevision, undoChanges } from "../history/restore-revision.ts";
import { restoreFromTrash } from "../history/trash.ts";
import { readSiteContent } from "./content-store.server.ts";
import { duplicateRecord } from "./move-record.ts";
import { addRecord, createRecord, deleteRecord, updateRecord } from "./save-block.ts";

describeStore("At most one plan is recommended", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  async function idOf(name: string): Promise<string> {
    const plan = (await content.onSite(plans)).find(({ packageName }) => packageName === name);
    if (plan === undefined) throw new Error(`There is no plan ${name}.`);
    return plan._id;
  }

  const recommended = async () =>
    (await content.onSite(plans)).flatMap(({ packageName, packageRecommended }) =>
      packageRecommended === "Yes" ? packageName : [],
    );

  const recommend = { packageRecommended: "Yes" };

  test("and a publication moves the recommendation in one write, which one undo reverts", async () => {
    const id = await idOf("Basic");
    await saveDraft(content, olga, plans, id, { values: recommend });
    expect(await recommended()).toEqual(["Standard"]);
    const { change, lost } = await publishDraft(content, olga, plans, id);
    expect(await recommended()).toEqual(["Basic"]);
    expect(lost.map(({ label }) => label)).toEqual(["Standard"]);
    if (change === null) throw new Error("Nothing was published.");
    await undoChanges(content, olga, [change, ...lost.map((each) => each.change)]);
    expect(await recommended()).toEqual(["Standard"]);
  });

  test("also after a REST call, and after adding a plan, which one undo takes away again", async () => {
    const { _id, ...basic } = (await content.onSite(plans))[0] ?? { _id: "" };
    await updateRecord(content, olga, plans, _id, { ...basic, ...recommend });
    expect(await recommended()).toEqual(["Basic"]);
    const values = { ...basic, ...recommend, packageName: "Orchard" };
    const { record, lost } = await addRecord(content, olga, plans, values);
    expect(await recommended()).toEqual(["Orchard"]);
    const changes = lost.map(({ change }) => change);
    await undoChanges(content, olga, changes, { added: record._id });
    expect(await recommended()).toEqual(["Basic"]);
    expect(await content.onSite(plans)).toHaveLength(3);
  });

  test("after publishing several drafts, of which one undo reverts all", async () => {
    const [basic, standard] = [await idOf("Basic"), await idOf("Standard")];
    await saveDraft(content, olga, plans, standard, { values: { packagePrice: "333" } });
    await saveDraft(content, olga, plans, basic, { values: recommend });
    const changes = await publishAllDrafts(content, olga);
    expect(changes.flatMap(({ lostMark }) => lostMark ?? [])).toEqual(["Standard"]);
    expect(await recommended()).toEqual(["Basic"]);
    await undoChanges(content, olga, changes);
    expect(await recommended()).toEqual(["Standard"]);
    const prices = (await content.onSite(plans)).map(({ packagePrice }) => packagePrice);
    expect(prices).toEqual(["149", "299", "499"]);
  });

  test("after restoring a version, and after taking a plan out of the trash", async () => {
    const standard = await idOf("Standard");
    const { _id, ...basic } = (await content.onSite(plans))[0] ?? { _id: "" };
    await updateRecord(content, olga, plans, _id, { ...basic, ...recommend });
    const { lost } = await restoreRevision(content, olga, standard, 1);
    expect(lost.map(({ label }) => label)).toEqual(["Basic"]);
    expect(await recommended()).toEqual(["Standard"]);
    await deleteRecord(content, olga, plans, standard);
    const values = { ...basic, ...recommend, packageName: "Orchard" };
    await createRecord(content, olga, plans, values);
    await restoreFromTrash(content, olga, standard);
    expect(await recommended()).toEqual(["Standard"]);
  });

  test("in the preview of drafts too, and a copy does not recommend itself", async () => {
    await saveDraft(content, olga, plans, await idOf("Basic"), { values: recommend });
    const { pricingPackages } = await readSiteContent(content.database.read, { withDrafts: true });
    const shown = pricingPackages.filter(({ packageRecommended }) => packageRecommended === "Yes");
    expect(shown.map(({ packageName }) => packageName)).toEqual(["Basic"]);
    const copy = await duplicateRecord(content, olga, plans, await idOf("Standard"));
    expect(copy.values.packageRecommended).toBe("");
    expect(copy.values.packageDrawing).toBe("wheat");
  });
});
