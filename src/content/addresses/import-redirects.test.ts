import { beforeEach, expect, test } from "vitest";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { redirects } from "../blocks/redirects.ts";
import { deleteRecord } from "../records/save-block.ts";
import { importRedirects, previewRedirects } from "./import-redirects.ts";
import { pageOfRedirects } from "./list-redirects.ts";
import { findRedirect } from "./redirect-checks.server.ts";

describeStore("Imported redirects", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const deps = () => ({ ...content, parse: parseHere });
  const fileOf = (...lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"));
  const leadsTo = async (path: string) => {
    const found = await findRedirect(content, path);
    return found?.kind === "moved" ? found.to : found?.kind;
  };
  const first = { q: "", sort: "newest", page: 1, pageSize: 10 } as const;

  test("are shown before they are made, and lead where the file says", async () => {
    const file = fileOf(
      "from,to",
      "/a,/b",
      "/b,/pricing/",
      "/gone,",
      "/pricing,/x",
      "/SERVICES/,/a",
    );
    const preview = await previewRedirects(deps(), olga, file);
    expect([preview.made.length, preview.refused.length]).toEqual([3, 2]);
    expect(await leadsTo("/a")).toBeUndefined();
    expect(await importRedirects(deps(), olga, file)).toEqual(preview);
    expect([await leadsTo("/a"), await leadsTo("/B/"), await leadsTo("/gone")]).toEqual([
      "/pricing/",
      "/pricing/",
      "gone",
    ]);
    // The seeded redirect stays.
    expect(await leadsTo("/services")).toBe("/service/");
    const again = await previewRedirects(deps(), olga, file);
    expect([again.made, again.knownCount]).toEqual([[], 3]);
  });

  test("lead a redirect of the site straight to the new end", async () => {
    await importRedirects(deps(), olga, fileOf("/one,/two"));
    await importRedirects(deps(), olga, fileOf("/two,/three"));
    expect(await leadsTo("/one")).toBe("/three");
  });

  test("are found by parts of their addresses, and no longer when they are deleted", async () => {
    const many = Array.from({ length: 450 }, (_, index) => `/old/${index},/new/${index}`);
    await importRedirects(deps(), olga, fileOf(...many));
    const all = await pageOfRedirects(content, olga, first);
    expect([all.total, all.items.length, all.items[0]?.label]).toEqual([451, 10, "/old/449"]);
    const found = await pageOfRedirects(content, olga, { ...first, q: "NEW/31" });
    expect(found.items.map(({ label }) => label)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `/old/31${9 - index}`),
    ]);
    const [record] = found.items;
    await deleteRecord(content, olga, redirects, record?._id ?? "");
    expect(await leadsTo(record?.label ?? "")).toBeUndefined();
  });

  test("need a file that is a list of redirects, and the right to publish", async () => {
    expect((await refusal(previewRedirects(deps(), olga, fileOf("hello")))).message).toContain(
      "no redirects",
    );
    const visitor = { kind: "visitor" } as never;
    expect((await refusal(importRedirects(deps(), visitor, fileOf("/a,/b")))).code).toBe(
      "unauthenticated",
    );
  });
});
