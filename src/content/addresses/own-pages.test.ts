import { beforeEach, expect, test } from "vitest";
import {
  olga,
  openContent,
  piet,
  refusal,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { exportContent } from "../archive/export-content.ts";
import { importContent } from "../archive/import-content.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "../drafts/save-draft.ts";
import { restoreFromTrash } from "../history/trash.ts";
import { blocks } from "../model/blocks.ts";
import { readSiteContent, readSitePage } from "../records/content-store.server.ts";
import { createRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { type Section, sectionsText } from "../sections/section.ts";
import { findOwnPage } from "./own-pages.server.ts";
import { findRedirect } from "./redirect-checks.server.ts";

const { pages, articles, listingPricing, banner } = blocks;

describeOnEachDatabase("A page that the owner adds", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const page = (pageAddress: string, pageTitle = "Leeds", more: object = {}) => ({
    ...pages.example,
    pageTitle,
    pageAddress,
    ...more,
  });
  const add = async (pageAddress: string, title?: string, more?: object) =>
    (await createRecord(content, olga, pages, page(pageAddress, title, more)))._id;
  const move = (id: string, pageAddress: string) =>
    updateRecord(content, olga, pages, id, page(pageAddress));
  const idAt = async (path: string) => (await findOwnPage(content.database.read, path))?.id;
  const leadsTo = async (path: string) => {
    const forwarding = await findRedirect(content, path);
    return forwarding?.kind === "moved" ? forwarding.to : forwarding?.kind;
  };

  test("has an address of its own: neither of a page, in any spelling, nor of the site itself", async () => {
    await add("/leeds/");
    const hull = await add("/hull");
    for (const [address, reason] of [
      ["/leeds", "is the address of the page “Leeds”"],
      ["/pricing", "is the address of the page “Pricing”"],
      ["/login/leeds", "the site itself needs /login"],
      ["/api/leeds", "the site itself needs /api"],
      [`/${hull}`, "the panel edits a record there"],
    ] as const) {
      const { code, issues } = await refusal(add(address));
      expect([code, issues[0]?.path]).toEqual(["invalid", "pageAddress"]);
      expect(issues[0]?.message).toContain(reason);
      await expect(move(hull, address)).rejects.toThrow(reason);
    }
    await expect(
      updateRecord(content, olga, listingPricing, (await content.first(listingPricing))._id, {
        ...(await content.first(listingPricing)).values,
        pageAddress: "/hull",
      }),
    ).rejects.toThrow("is the address of the page “Leeds”");
    expect(await idAt("/HULL/")).toBe(hull);
    expect(await add("/service/local-seo")).toBe(await idAt("/service/local-seo/"));
  });

  test("keeps its address against a second writer at the same moment", async () => {
    const results = await Promise.allSettled(
      [olga, piet, olga, piet].map((actor) =>
        createRecord(content, actor, pages, page("/leeds", actor === olga ? "Olga" : "Piet")),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? result.reason : [],
    );
    for (const reason of reasons) expect(String(reason)).toContain("is the address of the page");
    expect(await content.onSite(pages)).toHaveLength(1);
  });

  test("leads on from each of its former addresses in one step, and two pages can exchange theirs", async () => {
    const leeds = await add("/leeds");
    const hull = await add("/hull", "Hull");
    await move(leeds, "/york");
    await move(leeds, "/ripon/");
    expect([await leadsTo("/leeds"), await leadsTo("/york")]).toEqual(["/ripon/", "/ripon/"]);
    await saveDraft(content, olga, pages, leeds, { values: { pageAddress: "/hull" } });
    await saveDraft(content, olga, pages, hull, { values: { pageAddress: "/ripon" } });
    await publishAllDrafts(content, olga);
    expect([await idAt("/hull"), await idAt("/ripon")]).toEqual([leeds, hull]);
    expect(await leadsTo("/leeds")).toBe("/hull");
    await move(hull, "/leeds");
    expect([await idAt("/leeds"), await leadsTo("/ripon")]).toEqual([hull, "/leeds"]);
  });

  test("is seen at the address of its draft by the team only, until it is published", async () => {
    const { _id } = await saveDraft(content, olga, pages, null, { values: page("/leeds") });
    const { read } = content.database;
    expect(await findOwnPage(read, "/leeds")).toMatchObject({ id: _id, isPublic: false });
    expect(await readSitePage(read, pages, _id)).toBeUndefined();
    expect(await readSitePage(read, pages, _id, { withDrafts: true })).toMatchObject({ _id });
    await publishDraft(content, olga, pages, _id);
    expect(await findOwnPage(read, "/leeds")).toMatchObject({ id: _id, isPublic: true });
    await saveDraft(content, olga, pages, _id, { values: { pageAddress: "/york" } });
    expect(await findOwnPage(read, "/york")).toMatchObject({ isPublic: false });
    await discardDraft(content, olga, pages, _id);
    expect(await findOwnPage(read, "/york")).toBeUndefined();
  });

  test("leaves its address when it is deleted, and comes back only while no other page has it", async () => {
    const leeds = await add("/leeds");
    await deleteRecord(content, olga, pages, leeds);
    expect(await idAt("/leeds")).toBeUndefined();
    const other = await add("/leeds", "Another page");
    await expect(restoreFromTrash(content, olga, leeds)).rejects.toThrow(
      "/leeds is the address of the page “Another page”",
    );
    await move(other, "/york");
    await restoreFromTrash(content, olga, leeds);
    expect(await idAt("/leeds")).toBe(leeds);
  });

  test("is named by links with its present address, and a link to a page that is gone is empty", async () => {
    const leeds = await add("/leeds");
    const link = { type: "link", attrs: { href: `page:${leeds}` } };
    const body = JSON.stringify({
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: "Leeds", marks: [link] }] }],
    });
    const section: Section = {
      id: "a",
      kind: "unknown",
      values: { link: `page:${leeds}#plans`, plans: "/pricing/", body },
    };
    const york = await add("/york", "York", { sections: sectionsText([section]) });
    const { _id, values } = await content.first(banner);
    await updateRecord(content, olga, banner, _id, { ...values, buttonURL: `page:${leeds}` });
    await move(leeds, "/ripon");
    const shown = async () => {
      const site = await readSiteContent(content.database.read);
      const { sections = "" } = (await readSitePage(content.database.read, pages, york)) ?? {};
      const [{ values: shown }] = JSON.parse(sections);
      return [
        site.banner?.buttonURL,
        shown.link,
        shown.plans,
        /"href":"([^"]*)"/.exec(shown.body)?.[1],
      ];
    };
    expect(await shown()).toEqual(["/ripon", "/ripon#plans", "/pricing/", "/ripon"]);
    await deleteRecord(content, olga, pages, leeds);
    expect(await shown()).toEqual(["", "", "/pricing/", undefined]);
    expect((await content.onSite(pages))[0]?.sections).toContain(`page:${leeds}#plans`);
  });

  test("survives the way through an archive with its sections, and a dry run finds two pages at one address", async () => {
    const sections = sectionsText([{ id: "a", kind: "gone-since", values: { text: "Kept" } }]);
    const leeds = await add("/leeds", "Leeds", { sections });
    await createRecord(content, olga, articles, articles.example);
    const lines = await Array.fromAsync(await exportContent(content, olga));
    await move(leeds, "/york");
    const bytes = async function* (texts: readonly string[]) {
      yield new TextEncoder().encode(texts.join(""));
    };
    await importContent(content, olga, bytes(lines), { dryRun: false });
    expect(await idAt("/leeds")).toBe(leeds);
    expect((await content.onSite(pages))[0]?.sections).toBe(sections);
    const clash = lines.map((line) => line.replace("/articles/what-a-title-does/", "/leeds/"));
    await expect(importContent(content, olga, bytes(clash), { dryRun: true })).rejects.toThrow(
      "is the address of the page “Leeds”",
    );
    await expect(importContent(content, olga, bytes(clash), { dryRun: false })).rejects.toThrow(
      "is the address of the page",
    );
  });
});
