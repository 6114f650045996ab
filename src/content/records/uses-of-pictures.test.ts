import { beforeEach, expect, test } from "vitest";
import { newId } from "#platform/ids.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { publishDraft } from "../drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "../drafts/save-draft.ts";
import { deleteRecord } from "./save-block.ts";
import { usesOfPictures } from "./uses-of-pictures.server.ts";

describeStore("The uses of pictures", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const uses = async (id: string) => (await usesOfPictures(content.database.read, [id])).get(id);

  test("are found in published values, in drafts and in the trash, once per field", async () => {
    const [id, other] = [newId(), newId()];
    const { _id } = await content.first(banner);
    const use = { place: "Banner", record: "", screen: `/banner/${_id}`, isInTrash: false };
    const draft = (values: object) => saveDraft(content, olga, banner, _id, { values });
    await draft({ imageOne: `/media/${id}` });
    expect(await uses(id)).toEqual([{ ...use, field: "Picture (draft)" }]);
    await publishDraft(content, olga, banner, _id, undefined);
    expect(await uses(id)).toEqual([{ ...use, field: "Picture" }]);
    await draft({ imageOne: `/media/${other}` });
    expect([await uses(id), await uses(other)]).toEqual([
      [{ ...use, field: "Picture" }],
      [{ ...use, field: "Picture (draft)" }],
    ]);
    await discardDraft(content, olga, banner, _id);
    expect([(await uses(id))?.length, await uses(other)]).toEqual([1, []]);
    await deleteRecord(content, olga, banner, _id);
    const inTrash = { screen: "/trash", isInTrash: true };
    expect(await uses(id)).toEqual([{ ...use, field: "Picture", ...inTrash }]);
  });

  test("are found in unpublished records", async () => {
    const id = newId();
    const values = { packageName: "Basic", packagePointOne: `See /media/${id}` };
    const { _id } = await saveDraft(content, olga, plans, null, { values });
    expect(await uses(id)).toMatchObject([{ record: "Basic", screen: expect.stringMatching(_id) }]);
  });
});
