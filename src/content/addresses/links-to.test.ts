import { beforeEach, expect, test } from "vitest";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { headerMenu } from "../blocks/menus.ts";
import { pages } from "../blocks/pages.ts";
import { redirects } from "../blocks/redirects.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { createRecord, deleteRecord } from "../records/save-block.ts";
import { linksTo } from "./links-to.ts";

describeStore("What links to a page", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const addPage = (pageTitle: string, pageAddress: string) =>
    createRecord(content, olga, pages, { pageTitle, pageAddress });
  const found = async (id: string) =>
    (await linksTo(content, olga, id)).map(({ title, label }) => `${title}: ${label}`);

  test("is found in menus, redirects and drafts, but not in the trash or the page itself", async () => {
    const { _id } = await addPage("SEO in Bergen", "/seo-in-bergen");
    expect(await found(_id)).toEqual([]);
    const entry = await createRecord(content, olga, headerMenu, {
      entryLabel: "Bergen",
      leadsTo: `page:${_id}#prices`,
    });
    await createRecord(content, olga, redirects, {
      oldAddress: "/bergen",
      becameOf: "Moved",
      newAddress: `page:${_id}`,
    });
    const [other] = await content.onSite(headerMenu);
    const { _id: otherId, ...values } = other ?? { _id: "" };
    await saveDraft(content, olga, headerMenu, otherId, {
      values: { ...values, leadsTo: `page:${_id}` },
    });
    expect((await found(_id)).sort()).toEqual([
      "Header menu: Bergen",
      "Header menu: Home",
      "Redirects: /bergen",
    ]);
    await deleteRecord(content, olga, headerMenu, entry._id);
    expect(await found(_id)).not.toContain("Header menu: Bergen");
    expect(await found("%")).toEqual([]);
  });

  test("is told to people who may edit the site only", async () => {
    const visitor = { kind: "visitor" } as never;
    expect((await refusal(linksTo(content, visitor, "0190f3a2-1c2d"))).code).toBe(
      "unauthenticated",
    );
  });
});
