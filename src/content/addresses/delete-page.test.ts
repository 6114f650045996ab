import { beforeEach, expect, test } from "vitest";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { redirects } from "../blocks/redirects.ts";
import { undoChanges } from "../history/restore-revision.ts";
import { restoreFromTrash } from "../history/trash.ts";
import { blocks } from "../model/blocks.ts";
import { createRecord, updateRecord } from "../records/save-block.ts";
import { deletePage } from "./delete-page.ts";
import { findRedirect } from "./redirect-checks.server.ts";

const { pages } = blocks;

describeStore("A deleted page", (openDatabase) => {
  let content: TestContent;
  let id: string;
  const values = (pageAddress: string) => ({ ...pages.example, pageAddress });
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    id = (await createRecord(content, olga, pages, values("/york/")))._id;
    await updateRecord(content, olga, pages, id, values("/leeds/"));
  });

  const remove = (leadsTo: string) => deletePage(content, olga, pages, id, leadsTo);
  const ends = () =>
    Promise.all(
      ["/leeds", "/york"].map(async (path) => {
        const forwarding = await findRedirect(content, path);
        return forwarding?.kind === "moved" ? forwarding.to : forwarding?.kind;
      }),
    );

  test("is gone at all its addresses, until it is put back", async () => {
    expect(await remove("")).toEqual([]);
    expect(await ends()).toEqual(["gone", "gone"]);
    await restoreFromTrash(content, olga, id);
    expect(await ends()).toEqual([undefined, "/leeds/"]);
  });

  test("leads all its addresses to another page, and one undo takes that back", async () => {
    const hull = await createRecord(content, olga, pages, values("/hull/"));
    const before = await content.onSite(redirects);
    const changes = await remove(`page:${hull._id}`);
    expect(await ends()).toEqual(["/hull/", "/hull/"]);
    await updateRecord(content, olga, pages, hull._id, values("/hull-seo/"));
    expect(await ends()).toEqual(["/hull-seo/", "/hull-seo/"]);
    await undoChanges(content, olga, changes, { removed: id });
    expect(await ends()).toEqual([undefined, "/leeds/"]);
    const after = await content.onSite(redirects);
    expect(after.filter(({ oldAddress }) => oldAddress !== "/hull")).toEqual(before);
  });

  test("stays when its visitors would find nothing", async () => {
    for (const leadsTo of ["/nowhere/", `page:${id}`, "/leeds/", "/york", "page:unknown"]) {
      expect([leadsTo, (await refusal(remove(leadsTo))).code]).toEqual([leadsTo, "invalid"]);
    }
    expect(await ends()).toEqual([undefined, "/leeds/"]);
  });
});
