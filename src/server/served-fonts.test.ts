import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { owner } from "../../tests/support/orders/shop.ts";
import { openSite } from "../../tests/support/servers/site.ts";
import { addOwnFont } from "../look/typefaces/own-font.server.ts";

test("an uploaded font is served to everyone and may be cached for ever, and no other path is", async () => {
  const site = await openSite();
  const bytes = await readFile(new URL("../app/ui/fonts/inter/inter.woff2", import.meta.url));
  const { address } = await addOwnFont(site.services, owner, bytes, "inter.woff2");
  const answer = await site.raw(address);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "font/woff2",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const etag = answer.headers.get("etag") ?? "";
  expect((await site.raw(address, { headers: { "if-none-match": etag } })).status).toBe(304);
  for (const other of ["/fonts/0123456789abcdef.woff2", "/fonts/inter.woff2", `${address}x`]) {
    expect((await site.raw(other)).status).toBe(404);
  }
  // The owner may have a page there.
  for (const path of ["/fonts", "/fonts/", "/fonts/serif/"]) {
    expect(await (await site.raw(path)).text()).not.toContain("There is no such file.");
  }
  await site.close();
});
