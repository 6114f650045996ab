import { beforeEach, expect, test } from "vitest";
import { look } from "#content/blocks/look.ts";
import { publishDraft } from "#content/drafts/publish-draft.ts";
import { saveDraft } from "#content/drafts/save-draft.ts";
import { olga, openContent, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { publishedBefore } from "./published-before.ts";
import { restoreRevision } from "./restore-revision.ts";

describeStore("What a record was before its last publication", (openDatabase) => {
  let content: TestContent;
  let id: string;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    id = (await content.first(look))._id;
  });

  const before = () => publishedBefore(content, olga, look, id);

  test("is nothing for a record that was published once, also with a draft", async () => {
    expect(await before()).toBeUndefined();
    await saveDraft(content, olga, look, id, { values: { design: "Studio" } });
    expect(await before()).toBeUndefined();
  });

  test("can be put back with one restored revision, and the later one after that", async () => {
    await saveDraft(content, olga, look, id, { values: { design: "Studio" } });
    await publishDraft(content, olga, look, id);
    await saveDraft(content, olga, look, id, { values: { design: "Print" } });
    const found = await before();
    expect(found?.values.design).toBe("Field");
    const back = await restoreRevision(content, olga, id, found?.revision ?? 0);
    expect(back).toMatchObject({ isDraft: false, record: { published: { design: "Field" } } });
    expect((await before())?.values.design).toBe("Studio");
  });
});
