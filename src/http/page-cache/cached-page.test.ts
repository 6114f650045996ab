import { expect, test } from "vitest";
import { openCache, pageOf } from "../../../tests/support/cached-pages.ts";
import { acceptedEncoding, CachedPage, takesGzip } from "./cached-page.ts";
import { PageStore } from "./page-cache.ts";

test("shared caches may store only visitors' pages, and have to revalidate them each time", async () => {
  const { get } = await openCache();
  const visitors = await get("/a");
  expect(visitors.headers["cache-control"]).toBe("public, no-cache");
  expect(visitors.headers.vary).toBe("Accept-Encoding, Cookie");
  const admins = await get("/a", { cookie: "session=admin" });
  expect(admins.headers["cache-control"]).toBe("private, no-cache");
});

test("a client that has the current page gets 304 without a body", async () => {
  const { site, get } = await openCache();
  const { etag = "" } = (await get("/a")).headers;
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag} , "more"`, "*", `"a,b",${etag}`]) {
    const answer = await get("/a", { "if-none-match": tags });
    expect([tags, answer.status, answer.bytes.length]).toEqual([tags, 304, 0]);
    expect(answer.headers).toMatchObject({ etag, vary: "Accept-Encoding, Cookie" });
    expect(answer.headers["cache-control"]).toBe("public, no-cache");
    expect(answer.headers["content-type"]).toBeUndefined();
  }
  for (const tags of ['"other"', etag.slice(1, -1), ""]) {
    expect((await get("/a", { "if-none-match": tags })).status).toBe(200);
  }
  const compressed = await get("/a", { "accept-encoding": "gzip", "if-none-match": etag });
  expect([compressed.status, compressed.text]).toEqual([200, expect.stringContaining("Sown")]);
  expect(compressed.headers.etag).not.toBe(etag);
  site.text = "Reaped";
  site.version = 2;
  expect((await get("/a", { "if-none-match": etag })).status).toBe(200);
});

test("HEAD has the headers of GET and no body", async () => {
  const { site, get } = await openCache();
  const headers = { "accept-encoding": "br" };
  const head = await get("/a", headers, "HEAD");
  const { date: _, ...ofGet } = (await get("/a", headers)).headers;
  expect(head.headers).toMatchObject(ofGet);
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  const tag = { ...headers, "if-none-match": String(head.headers.etag) };
  expect((await get("/a", tag, "HEAD")).status).toBe(304);
  expect(site.rendered).toHaveLength(1);
});

test("the cache drops its oldest pages at its memory limit", async () => {
  const probe = await openCache();
  await probe.get("/a");
  const onePage = probe.cache.byteCount;
  const { site, cache, get } = await openCache({ mostBytes: 2.5 * onePage });
  for (const path of ["/a", "/b", "/c", "/c", "/b"]) await get(path);
  expect(site.rendered).toEqual(["visitor /a", "visitor /b", "visitor /c"]);
  await get("/a");
  expect(site.rendered).toHaveLength(4);
  expect(cache.byteCount).toBeLessThanOrEqual(2.5 * onePage);
  site.text = "A page of a size that is not kept at all".repeat(100);
  site.version = 2;
  expect((await get("/a")).text).toContain("not kept");
  expect(cache.byteCount).toBeLessThanOrEqual(2.5 * onePage);
});

test("an unchanged page keeps its compressed bytes", async () => {
  const store = new PageStore(10_000);
  const finished = (text: string) => new CachedPage(pageOf(text), [["a", "b"]]);
  const first = store.put("key", { version: 1, page: finished("Sown") });
  const compressed = await first?.answerIn("gzip");
  const again = store.put("key", { version: 2, page: finished("Sown") });
  expect(again?.answerAtHand("gzip")).toBe(compressed);
  expect(store.get("key")?.version).toBe(2);
  const other = store.put("key", { version: 3, page: finished("Reaped") });
  expect(other?.answerAtHand("gzip")).toBeUndefined();
  expect(store.byteCount).toBe(finished("Reaped").byteCount);
});

test("a page that is often sent as gzip is sent in brotli to clients that accept both", async () => {
  const { site, get } = await openCache();
  const both = { "accept-encoding": "gzip, deflate, br, zstd" };
  const encoding = async (headers: Record<string, string> = both) =>
    (await get("/a", headers)).headers["content-encoding"];
  for (let sent = 0; sent < 10; sent++) expect(await encoding()).toBe("gzip");
  await expect.poll(() => encoding()).toBe("br");
  expect((await get("/a", both)).text).toContain("Sown at /a");
  expect(await encoding({ "accept-encoding": "gzip" })).toBe("gzip");
  site.text = "Reaped";
  site.version = 2;
  const changed = await get("/a", both);
  expect(changed.headers["content-encoding"]).toBe("gzip");
  expect(changed.text).toContain("Reaped at /a");
  expect((await get("/a", { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
});

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br or gzip"],
  ["br", "br"],
  ["gzip;q=0.5, br", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP", "gzip"],
  ["*", "br or gzip"],
  ["br;q=0, *", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br; q=0, gzip; q=0", "identity"],
  ["identity, gzip;q=0.5", "identity"],
  ["deflate", "identity"],
  ["*;q=0", "identity"],
  ["br;q=often", "identity"],
])("Accept-Encoding %s gets a response in %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
  expect(acceptedEncoding(header)).toBe(encoding);
});

test.each([
  [undefined, false],
  ["gzip, deflate, br, zstd", true],
  ["br, gzip;q=0.1", true],
  ["*", true],
  ["br", false],
  ["gzip;q=0", false],
  ["gzip;q=0, *", false],
])("Accept-Encoding %s accepts gzip: %s", (header, takes) => {
  expect(takesGzip(header)).toBe(takes);
});
