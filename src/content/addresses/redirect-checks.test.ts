import { beforeEach, expect, test } from "vitest";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { exportContent } from "../archive/export-content.ts";
import { importContent } from "../archive/import-content.ts";
import { redirects } from "../blocks/redirects.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { restoreRevision } from "../history/restore-revision.ts";
import { restoreFromTrash } from "../history/trash.ts";
import { blocks } from "../model/blocks.ts";
import { authorship, insertRecord } from "../records/record-writes.server.ts";
import { createRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { findRedirect, requireEndOfRedirect } from "./redirect-checks.server.ts";

const way = (oldAddress: string, newAddress: string) =>
  ({ oldAddress, becameOf: "Moved", newAddress }) as const;

describeStore("A redirect", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const add = (oldAddress: string, newAddress: string) =>
    createRecord(content, olga, redirects, way(oldAddress, newAddress));
  const leadsTo = async (path: string) => {
    const forwarding = await findRedirect(content, path);
    return forwarding?.kind === "moved" ? forwarding.to : forwarding?.kind;
  };
  const saved = async () =>
    (await content.onSite(redirects)).map(({ oldAddress, newAddress }) => [oldAddress, newAddress]);
  /** Stores redirects without checks, like imports and earlier versions of Furrow. */
  const addUnasked = (...ways: (readonly [string, string])[]) =>
    content.database.write(async (tx) => {
      const by = authorship(olga, content.clock);
      for (const [from, to] of ways) await insertRecord(tx, redirects, way(from, to), by);
    });
  const circle = [
    ["/old5", "/old6"],
    ["/old6", "/old7?x=1"],
    ["/old7", "/OLD5/"],
  ] as const;

  test("is refused if it leads to itself, or from an address that has a page or is elsewhere", async () => {
    const before = await saved();
    const itself = ["/old4", "/OLD4/?x=1", "https://furrow.example/old4#top", "?x=1", "#top"];
    const served = ["/login", "/LOGIN/", "/", "/service/", "https://furrow.example", "/healthz"];
    const foreign = "https://elsewhere.example/f //elsewhere.example/f mailto:a@furrow.example #f";
    for (const [from, to, path, reason] of [
      ...itself.map((to) => ["/old4/", to, "newAddress", "to itself"] as const),
      ...served.map((from) => [from, "/x", "oldAddress", "there is a page at"] as const),
      ...foreign.split(" ").map((from) => [from, "/x", "oldAddress", ""] as const),
    ]) {
      const refused = await refusal(add(from, to));
      expect([from, refused.code, refused.issues[0]?.path]).toEqual([from, "invalid", path]);
      expect(refused.message).toContain(reason);
    }
    expect(await saved()).toEqual(before);
    await add("https://furrow.example/f", "/x");
    await add("http://www.furrow.example/g", "/x");
    expect([await leadsTo("/f"), await leadsTo("/g")]).toEqual(["/x", "/x"]);
  });

  test("is refused when it closes a loop, and the error names the addresses of the loop", async () => {
    await add("/old5", "/old6");
    await add("/old6", "https://furrow.example/old7");
    const refused = await refusal(add("/old7", "/old5"));
    expect([refused.code, refused.issues[0]?.path]).toEqual(["invalid", "newAddress"]);
    expect(refused.message).toContain("a redirect loop from /old7 through /old5 and /old6");
    const { _id } = await add("/old7", "/pricing/");
    const change = updateRecord(content, olga, redirects, _id, way("/old7", "/old5/"));
    expect((await refusal(change)).issues[0]?.path).toBe("newAddress");
    await saveDraft(content, olga, redirects, _id, { values: { newAddress: "/old6" } });
    const publishing = publishDraft(content, olga, redirects, _id);
    expect((await refusal(publishing)).issues[0]?.path).toBe("newAddress");
    const all = await refusal(publishAllDrafts(content, olga));
    expect(all.issues[0]?.path).toBe(`redirect/${_id}/newAddress`);
    expect(await leadsTo("/old5")).toBe("/old6");
    expect(await leadsTo("/old7")).toBe("/pricing/");
  });

  test("is refused from an address that already has a redirect, ignoring case, final slash and percent-encoding", async () => {
    const first = await add("/spring-offer", "/pricing/");
    for (const spelling of ["/spring-offer", "/Spring-Offer/", "/spring%2Doffer"]) {
      const refused = await refusal(add(spelling, "/service/"));
      expect([refused.code, refused.issues[0]?.path]).toEqual(["invalid", "oldAddress"]);
      expect(refused.message).toContain("already");
    }
    const other = await add("/autumn-offer", "/service/");
    const change = updateRecord(content, olga, redirects, other._id, way("/spring-offer", "/x"));
    expect((await refusal(change)).issues[0]?.path).toBe("oldAddress");
    await updateRecord(content, olga, redirects, first._id, way("/spring-offer/", "/service/"));
    await deleteRecord(content, olga, redirects, first._id);
    await updateRecord(content, olga, redirects, other._id, way("/spring-offer", "/x"));
    expect(await leadsTo("/spring-offer")).toBe("/x");
  });

  test("can lead to the old address of another redirect that is changed in the same publication", async () => {
    const there = await add("/one", "/two");
    const back = await add("/three", "/pricing/");
    await saveDraft(content, olga, redirects, back._id, { values: way("/two", "/one") });
    await saveDraft(content, olga, redirects, there._id, { values: way("/one", "/pricing/") });
    await publishAllDrafts(content, olga);
    expect([await leadsTo("/two"), await leadsTo("/one")]).toEqual(["/one", "/pricing/"]);
  });

  test("needs a new address if the page moved, and none if the page is gone", async () => {
    const refused = await refusal(add("/f", ""));
    expect([refused.code, refused.issues[0]?.path]).toEqual(["invalid", "newAddress"]);
    expect(refused.message).toContain("“Gone”");
    const gone = { oldAddress: "/f", becameOf: "Gone", newAddress: "" };
    await createRecord(content, olga, redirects, gone);
    expect(await leadsTo("/f")).toBe("gone");
  });

  test("is accepted from the default address of a moved page, and refused from the page's present address", async () => {
    const { _id, values } = await content.first(blocks.listingPricing);
    const moved = { ...values, pageAddress: "/plans" };
    await updateRecord(content, olga, blocks.listingPricing, _id, moved);
    expect((await refusal(add("/plans/", "/x"))).issues[0]?.path).toBe("oldAddress");
    await add("/pricing", "/prices-of-old");
    expect(await leadsTo("/pricing")).toBe("/prices-of-old");
  });

  test("is warned about in the panel when nobody finds anything at its new address", async () => {
    await add("/old5", "/pricing/");
    const hidden = await saveDraft(content, olga, blocks.pages, null, {
      values: { ...blocks.pages.example, pageAddress: "/leeds/" },
    });
    for (const [link, reason] of [
      ["/pricng/", "there is no page at /pricng/"],
      ["https://furrow.example/pricng/?x=1", "there is no page at /pricng/"],
      ["/leeds/", "there is no page at /leeds/"],
      [`page:${hidden._id}`, "this page is not on the site"],
    ] as const) {
      const { issues } = await refusal(requireEndOfRedirect(content, link));
      expect([issues[0]?.path, issues[0]?.message]).toEqual([
        "newAddress",
        expect.stringContaining(reason),
      ]);
    }
    await publishDraft(content, olga, blocks.pages, hidden._id);
    const found = "/ /PRICING?x=1 /leeds /old5 /login /media/prices.pdf https://a.example/b";
    for (const link of [...found.split(" "), `page:${hidden._id}`]) {
      await requireEndOfRedirect(content, link);
    }
  });

  test("is not followed if it is part of a loop or leads into a loop", async () => {
    await addUnasked(...circle, ["/in", "/old6"], ["/self", "/self"], ["/login", "/x"]);
    for (const path of ["/old5", "/old6", "/old7", "/in", "/self"]) {
      expect([path, await leadsTo(path)]).toEqual([path, undefined]);
    }
    // A redirect from /login never takes effect, so a redirect to /login closes no loop.
    await add("/x", "/login");
    expect(await leadsTo("/x")).toBe("/login");
  });

  test("that is part of a loop can be restored from the trash and the history, exported, imported and corrected", async () => {
    await addUnasked(...circle);
    const before = await saved();
    const last = (await content.onSite(redirects)).at(-1)?._id ?? "";
    await deleteRecord(content, olga, redirects, last);
    expect(await leadsTo("/old5")).toBe("/old6");
    await restoreFromTrash(content, olga, last);
    await updateRecord(content, olga, redirects, last, way("/old7", "/pricing/"));
    expect(await leadsTo("/old5")).toBe("/old6");
    await restoreRevision(content, olga, last, 1);
    expect(await saved()).toEqual(before);
    const lines = await Array.fromAsync(await exportContent(content, olga));
    for (const { _id } of await content.onSite(redirects)) {
      await deleteRecord(content, olga, redirects, _id);
    }
    await importContent(content, olga, bytesOf(lines), { dryRun: false });
    expect(await saved()).toEqual(before);
    expect(await leadsTo("/old5")).toBeUndefined();
  });
});

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(line);
}
