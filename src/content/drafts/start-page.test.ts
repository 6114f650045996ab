import { beforeEach, expect, test } from "vitest";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { releasesOf } from "../../../tests/support/releases.ts";
import { articles } from "../blocks/articles.ts";
import { pages } from "../blocks/pages.ts";
import { findSitePage, listSitePages, pageOfSitePages } from "../records/list-site-pages.ts";
import { deleteRecord } from "../records/save-block.ts";
import { planRelease } from "../releases/plan-release.ts";
import { publishDraft } from "./publish-draft.ts";
import { saveDraft } from "./save-draft.ts";
import { startArticle, startPage } from "./start-page.ts";

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

  test("is in the list as planned while it waits for its release", async () => {
    const { _id: id } = await start("Leeds", "/leeds/");
    const site = { ...content, ...releasesOf(content) };
    const planned = { name: "Spring", ...site.inMinutes(60) };
    await planRelease(site, olga, planned, { recordId: id, kind: "publish" });
    const search = { block: pages, state: "Planned", page: 1, pageSize: 50 } as const;
    expect((await pageOfSitePages(content, olga, search)).items).toMatchObject([{ id }]);
  });

  test("an article is refused the address of another draft, and may have none", async () => {
    const values = { articleTitle: "Soil", pageAddress: "/articles/soil/" };
    const { _id: id } = await startArticle(content, olga, values);
    expect((await refusal(startArticle(content, olga, values))).message).toBe(
      "The address /articles/soil/ belongs to the page “Soil”. Choose another title.",
    );
    await startArticle(content, olga, { articleTitle: "?", pageAddress: "" });
    expect(await listSitePages(content, olga, { block: articles })).toHaveLength(2);
    expect(await findSitePage(content, olga, id)).toMatchObject({ published: null });
  });
});
