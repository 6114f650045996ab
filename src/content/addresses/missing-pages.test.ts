import { beforeEach, expect, test } from "vitest";
import { olga, openContent, type TestContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { redirects } from "../blocks/redirects.ts";
import { restoreFromTrash } from "../history/trash.ts";
import { blocks } from "../model/blocks.ts";
import { createRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { forgetMissingPages, pageOfMissingPages } from "./list-missing-pages.ts";
import { MissingPages } from "./missing-pages.ts";

const { pages, listingPricing } = blocks;
const origin = "https://furrow.example";
const everything = { q: "", linked: "", sort: "hits-high", page: 1, pageSize: 50 } as const;

describeStore("Addresses without a page", (openDatabase) => {
  let content: TestContent;
  let missing: MissingPages;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    missing = new MissingPages({ publicUrl: origin });
  });

  const write = (at = 1) => missing.write(content.database, at);
  const listed = async (search: Partial<Parameters<typeof pageOfMissingPages>[2]> = {}) => {
    const { items } = await pageOfMissingPages(content, olga, { ...everything, ...search });
    return items.map(({ path, hits, referrers }) => [
      path,
      hits,
      ...referrers.map((each) => `${each.from} ${each.hits}`),
    ]);
  };

  test("are counted with the pages that link to them, over several writes", async () => {
    missing.note("/Old-Prices/", `${origin}/about/?who=ada`);
    missing.note("/old-prices", "https://blog.example/seo?utm=1#x");
    missing.note("/nowhere", null);
    await write();
    missing.note("/old-prices", `${origin}/about`);
    await write();
    await write();
    expect(await listed()).toEqual([
      ["/old-prices", 3, "/about 2", "https://blog.example/seo 1"],
      ["/nowhere", 1],
    ]);
    expect(await listed({ linked: "yes" })).toEqual([
      ["/old-prices", 3, "/about 2", "https://blog.example/seo 1"],
    ]);
    expect(await listed({ q: "OWHE" })).toEqual([["/nowhere", 1]]);
    expect(await listed({ q: "%" })).toEqual([]);
  });

  test("keep nothing that may be a secret or name a person", async () => {
    missing.note("/reset/8d7e0c1f9a3b4c5d6e7f8091a2b3", null);
    missing.note("/unsubscribe/ada@example.com", null);
    missing.note("/order/0190f3a2-1c2d-7e3f-8a9b-0c1d2e3f4a5b", null);
    missing.note("/.env", null);
    missing.note(`/${"a".repeat(300)}`, null);
    missing.note("/a", "https://mail.example/inbox/ada@example.com/7");
    missing.note("/b", "javascript:alert(1)");
    await write();
    expect((await listed()).sort()).toEqual([
      ["/a", 1, "https://mail.example/ 1"],
      ["/b", 1],
    ]);
  });

  test("that bots invent push out neither the table nor what visitors ask for again and again", async () => {
    for (let round = 0; round < 6; round += 1) {
      for (let index = 0; index < 2000; index += 1) missing.note(`/bot-${round}-${index}`, null);
      missing.note("/real", `${origin}/`);
      await write(round);
    }
    const { total } = await pageOfMissingPages(content, olga, everything);
    expect(total).toBe(2000);
    expect((await listed())[0]).toEqual(["/real", 6, "/ 6"]);
  });

  test("are counted on when a write fails", async () => {
    missing.note("/a", null);
    const broken = { write: () => Promise.reject(new Error("full")) } as never;
    await expect(missing.write(broken, 1)).rejects.toThrow("full");
    await write();
    expect(await listed()).toEqual([["/a", 1]]);
  });

  test("leave the list with a redirect, or when somebody takes them off", async () => {
    for (const path of ["/a", "/b", "/c"]) missing.note(path, null);
    await write();
    await createRecord(content, olga, redirects, {
      oldAddress: "/A/",
      becameOf: "Moved",
      newAddress: "/pricing/",
    });
    await forgetMissingPages(content, olga, ["/b"]);
    expect(await listed()).toEqual([["/c", 1]]);
  });

  test("leave the list when they have a page, also one that was in the trash for a while", async () => {
    const { _id } = await createRecord(content, olga, pages, {
      ...pages.example,
      pageAddress: "/leeds/",
    });
    await deleteRecord(content, olga, pages, _id);
    for (const path of ["/Leeds", "/plans", "/c"]) missing.note(path, null);
    await write();
    const listing = await content.first(listingPricing);
    const moved = { ...listing.values, pageAddress: "/plans/" };
    await updateRecord(content, olga, listingPricing, listing._id, moved);
    expect((await listed()).toSorted()).toEqual([
      ["/c", 1],
      ["/leeds", 1],
    ]);
    await restoreFromTrash(content, olga, _id);
    expect(await listed()).toEqual([["/c", 1]]);
  });
});
