import { beforeEach, expect, test } from "vitest";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { pages } from "../blocks/pages.ts";
import { findSitePage, listSitePages, pageOfSitePages } from "../records/list-site-pages.ts";
import { deleteRecord } from "../records/save-block.ts";
import { publishDraft } from "./publish-draft.ts";
import { saveDraft } from "./save-draft.ts";
import { startPage } from "./start-page.ts";

describeStore("A new page", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const start = (pageTitle: string, pageAddress: string) =>
    startPage(content, olga, { pageTitle, pageAddress, others: { withoutMenu: "Yes" } });

  test("is a draft with the values of its pattern, which visitors do not see", async () => {
    const page = await start(" Local SEO in Leeds ", "/local-seo-in-leeds/");
    expect(page).toMatchObject({
      published: null,
      values: { pageTitle: "Local SEO in Leeds", withoutMenu: "Yes" },
    });
    expect(await listSitePages(content, olga, { block: pages })).toMatchObject([
      { id: page._id, state: "Draft", author: "olga@example.com" },
    ]);
    expect(await findSitePage(content, olga, page._id)).toMatchObject({ _id: page._id });
    expect(await findSitePage(content, olga, "unknown")).toBeUndefined();
  });

  test("needs a title and an address that is free, also when the other page is a draft", async () => {
    await start("Leeds", "/leeds/");
    for (const [title, address, path] of [
      ["", "/york/", "pageTitle"],
      ["York", "york", "pageAddress"],
      ["York", "/LEEDS", "pageAddress"],
      ["York", "/leeds", "pageAddress"],
      ["York", "/pricing/", "pageAddress"],
      ["York", "/admin/", "pageAddress"],
    ] as const) {
      const refused = await refusal(start(title, address));
      expect([address, refused.code, refused.issues[0]?.path]).toEqual([address, "invalid", path]);
    }
    expect((await refusal(start("York", "/leeds"))).message).toContain(
      "belongs to the page “Leeds”",
    );
    expect(await listSitePages(content, olga, { block: pages })).toHaveLength(1);
  });

  test("is found in the list by title, address and state, and leaves it with the trash", async () => {
    const leeds = await start("Leeds", "/seo/leeds/");
    const york = await start("York", "/seo/york/");
    await publishDraft(content, olga, pages, york._id);
    await saveDraft(content, olga, pages, york._id, { values: { pageTitle: "York, again" } });
    const found = async (search: object) => {
      const given = { block: pages, page: 1, pageSize: 50, ...search };
      return (await pageOfSitePages(content, olga, given)).items.map(({ id }) => id);
    };
    expect(await found({ sort: "name-a-z" })).toEqual([leeds._id, york._id]);
    expect(await found({ search: "LEE" })).toEqual([leeds._id]);
    expect(await found({ search: "seo york" })).toEqual([york._id]);
    expect(await found({ state: "Changed" })).toEqual([york._id]);
    expect(await found({ state: "Published" })).toEqual([]);
    await deleteRecord(content, olga, pages, leeds._id);
    expect(await found({})).toEqual([york._id]);
  });
});
