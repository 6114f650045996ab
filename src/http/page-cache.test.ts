import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { FinishedPage } from "./finished-page.ts";
import { PageCache, type SharedPage, type ViewerKind } from "./page-cache.ts";
import { PageStore } from "./page-store.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** A cache behind a server, whose pages say what the site says for whom. */
async function openCache(options: { mostBytes?: number } = {}) {
  const site = {
    text: "Sown",
    version: 1,
    /** What another process has made of it, which this one has not heard of. */
    versionElsewhere: 0,
    /** As if the last answer of the database were too old. */
    isVersionKnown: true,
    isDatabaseThere: true,
    rendered: [] as string[],
    /** Requests that have come. */
    arrived: 0,
    render: async (path: string, viewer: ViewerKind): Promise<SharedPage | null> => {
      const body = Buffer.from(`${site.text} at ${path} for ${viewer}. `.repeat(20));
      return { body, headers: [["Content-Type", "text/html"]] };
    },
  };
  const ask = async () => {
    if (!site.isDatabaseThere) throw new Error("The database does not answer.");
    return Math.max(site.version, site.versionElsewhere);
  };
  const cache = new PageCache({
    paths: new Set(["/", "/a", "/b", "/c"]),
    mayBeSignedIn: (cookie) => cookie.includes("session="),
    viewerOf: async (cookie) => {
      const kind = /session=(\w+)/.exec(cookie)?.[1] as ViewerKind | "drafts";
      return kind === "drafts" ? undefined : kind;
    },
    render: async (path, viewer) => {
      site.rendered.push(`${viewer} ${path}`);
      return site.render(path, viewer);
    },
    version: {
      known: () => (site.isVersionKnown ? site.version : undefined),
      current: async () => (site.isVersionKnown ? site.version : ask()),
      ask,
    },
    log: pino({ level: "silent" }),
    ...options,
  });
  const server = createServer((incoming, outgoing) => {
    site.arrived += 1;
    cache.serve(incoming, outgoing, (_, response) => response.writeHead(202).end("behind"));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
    const asking = request({ port, path, headers, method, agent: false }).end();
    const [response] = await once(asking, "response");
    const bytes = Buffer.concat(await response.toArray());
    const decode = decoders[response.headers["content-encoding"] ?? ""] ?? ((same) => same);
    const text = bytes.length === 0 ? "" : decode(bytes).toString();
    return { status: response.statusCode, headers: response.headers, bytes, text } as Answer;
  }
  return { site, cache, get };
}

test("a page is rendered once, however many ask for it and however it is encoded", async () => {
  const { site, get } = await openCache();
  const { render } = site;
  site.render = async (path, viewer) => {
    await expect.poll(() => site.arrived).toBe(20);
    return render(path, viewer);
  };
  const encodings = ["br", "gzip", "identity", "gzip, br"];
  const asked = Array.from({ length: 20 }, (_, index) =>
    get("/a", { "accept-encoding": encodings[index % 4] ?? "" }),
  );
  for (const answer of await Promise.all(asked)) {
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("Sown at /a for visitor.");
    expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
  }
  expect((await get("/a", { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
  expect(site.rendered).toEqual(["visitor /a"]);
});

test("the next request after a change has the new page, and one more render", async () => {
  const { site, get } = await openCache();
  await get("/a");
  site.text = "Reaped";
  expect((await get("/a")).text).toContain("Sown");
  site.version = 2;
  expect((await get("/a")).text).toContain("Reaped");
  expect((await get("/a")).text).toContain("Reaped");
  expect(site.rendered).toHaveLength(2);
});

test("a page whose rendering began before a change is nobody's after it", async () => {
  const { site, get } = await openCache();
  const { render } = site;
  let finish = () => {};
  site.render = async (path, viewer) => {
    const page = await render(path, viewer);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return page;
  };
  const early = get("/a");
  await expect.poll(() => site.rendered).toHaveLength(1);
  site.render = render;
  site.text = "Reaped";
  site.version = 2;
  expect((await get("/a")).text).toContain("Reaped");
  finish();
  expect((await early).text).toContain("Sown");
  expect((await get("/a")).text).toContain("Reaped");
});

test("visitors, customers and admins each have their own, and drafts nobody", async () => {
  const { site, get } = await openCache();
  for (let round = 0; round < 2; round++) {
    expect((await get("/a")).text).toContain("for visitor");
    expect((await get("/a", { cookie: "theme=dark" })).text).toContain("for visitor");
    expect((await get("/a", { cookie: "session=visitor" })).text).toContain("for visitor");
    expect((await get("/a", { cookie: "session=customer" })).text).toContain("for customer");
    expect((await get("/a", { cookie: "session=admin" })).text).toContain("for admin");
    expect((await get("/a", { cookie: "session=drafts" })).text).toBe("behind");
  }
  expect(site.rendered).toEqual(["visitor /a", "customer /a", "admin /a"]);
});

test("who is signed in sees what they changed through another process", async () => {
  const { site, get } = await openCache();
  const cookie = "session=admin";
  await get("/a", { cookie });
  site.versionElsewhere = 2;
  site.text = "Reaped";
  expect((await get("/a", { cookie })).text).toContain("Reaped");
});

test("caches on the way may keep a visitor's page only, and ask each time", async () => {
  const { get } = await openCache();
  const visitors = await get("/a");
  expect(visitors.headers["cache-control"]).toBe("public, no-cache");
  expect(visitors.headers.vary).toBe("Accept-Encoding, Cookie");
  const admins = await get("/a", { cookie: "session=admin" });
  expect(admins.headers["cache-control"]).toBe("private, no-cache");
});

test("who has the page already is told so in 304, and nothing else", async () => {
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

test("whatever is no shared page goes on to the server behind", async () => {
  const { site, get } = await openCache();
  for (const [path, method] of [
    ["/elsewhere", "GET"],
    ["/elsewhere?/a", "GET"],
    ["/a", "POST"],
    ["/a", "OPTIONS"],
  ] as const) {
    expect([path, method, (await get(path, {}, method)).text]).toEqual([path, method, "behind"]);
  }
  expect(site.rendered).toEqual([]);
});

test("what stands behind a question mark makes no other page", async () => {
  const { site, get } = await openCache();
  for (const path of ["/a?utm_source=letter", "/a", "/a?", "/a?x=1?y"]) {
    expect((await get(path)).text).toContain("Sown at /a for visitor");
  }
  expect(site.rendered).toEqual(["visitor /a"]);
});

test("a page that could not be rendered is tried again, and harms no other", async () => {
  const { site, get } = await openCache();
  const { render } = site;
  site.render = async (path, viewer) => {
    if (path === "/a") throw new Error("no");
    return render(path, viewer);
  };
  const [broken, also, good] = await Promise.all([get("/a"), get("/a"), get("/b")]);
  expect([broken.text, also.text]).toEqual(["behind", "behind"]);
  expect(good.text).toContain("Sown at /b");
  site.render = render;
  expect((await get("/a")).text).toContain("Sown at /a");
});

test("a page that there is not is looked for again when the site has changed", async () => {
  const { site, get } = await openCache();
  const { render } = site;
  site.render = async () => null;
  expect([(await get("/a")).text, (await get("/a")).text]).toEqual(["behind", "behind"]);
  expect(site.rendered).toHaveLength(1);
  site.render = render;
  site.version = 2;
  expect((await get("/a")).text).toContain("Sown");
});

test("who has lost touch with the database sends nothing from memory", async () => {
  const { site, get } = await openCache();
  await get("/a");
  site.isVersionKnown = false;
  expect((await get("/a")).text).toContain("Sown");
  site.isDatabaseThere = false;
  expect((await get("/a")).text).toBe("behind");
  expect((await get("/a", { cookie: "session=admin" })).text).toBe("behind");
  site.isDatabaseThere = true;
  expect((await get("/a")).text).toContain("Sown");
  expect(site.rendered).toHaveLength(1);
});

test("memory is bounded: what was put there first goes first", async () => {
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

test("a page that still says the same keeps what it was compressed to", async () => {
  const store = new PageStore(10_000);
  const pageOf = (text: string) => new FinishedPage(Buffer.from(text), [["a", "b"]]);
  const first = store.put("key", { version: 1, page: pageOf("Sown") });
  const compressed = await first?.answerIn("gzip");
  const again = store.put("key", { version: 2, page: pageOf("Sown") });
  expect(again?.answerAtHand("gzip")).toBe(compressed);
  expect(store.get("key")?.version).toBe(2);
  const other = store.put("key", { version: 3, page: pageOf("Reaped") });
  expect(other?.answerAtHand("gzip")).toBeUndefined();
  expect(store.byteCount).toBe(3 * "Reaped".length);
});
