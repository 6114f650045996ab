import { expect, test } from "vitest";
import { openCache } from "../../../tests/support/cached-pages.ts";
import { scaled } from "../../../tests/support/time-limits.ts";

test("a page is rendered once for all waiting requests and encodings", async () => {
  const { site, get } = await openCache();
  const { render } = site;
  site.render = async (path, viewer) => {
    await expect.poll(() => site.arrived, { timeout: scaled(15_000) }).toBe(1000);
    return render(path, viewer);
  };
  const encodings = ["br", "gzip", "identity", "gzip, br"];
  const asked = Array.from({ length: 1000 }, (_, index) =>
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

test("a page is rendered again only after a change", async () => {
  const { site, get } = await openCache();
  await get("/a");
  site.text = "Reaped";
  expect((await get("/a")).text).toContain("Sown");
  site.version = 2;
  expect((await get("/a")).text).toContain("Reaped");
  expect((await get("/a")).text).toContain("Reaped");
  expect(site.rendered).toHaveLength(2);
});

test("a page whose rendering began before a change is discarded", async () => {
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

test("visitors, customers and admins get separate cached pages; a viewer of drafts gets no cached page", async () => {
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

test("signed-in viewers see at once what they changed through another process", async () => {
  const { site, get } = await openCache();
  const cookie = "session=admin";
  await get("/a", { cookie });
  site.versionElsewhere = 2;
  site.text = "Reaped";
  expect((await get("/a", { cookie })).text).toContain("Reaped");
});

test("requests with POST or OPTIONS, and requests for paths without a shared page, are passed on", async () => {
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

test("a page that does not read its query is cached once for all queries", async () => {
  const { site, get } = await openCache();
  for (const path of ["/a?utm_source=letter", "/a", "/a?", "/a?x=1?y"]) {
    expect((await get(path)).text).toContain("Sown at /a for visitor");
  }
  expect(site.rendered).toEqual(["visitor /a"]);
});

test("a page that reads its query is cached only without a query", async () => {
  const { site, get } = await openCache();
  for (const path of ["/c", "/c?from=/a", "/c?", "/c"]) {
    const { text } = await get(path);
    expect([path, text.startsWith("behind")]).toEqual([path, path.includes("?")]);
  }
  expect(site.rendered).toEqual(["visitor /c"]);
});

test("a page that failed to render is rendered again, without an effect on other pages", async () => {
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

test("a missing page is looked up again when the site has changed", async () => {
  const { site, get } = await openCache();
  const { render } = site;
  site.render = async () => null;
  expect([(await get("/a")).text, (await get("/a")).text]).toEqual(["behind", "behind"]);
  expect(site.rendered).toHaveLength(1);
  site.render = render;
  site.version = 2;
  expect((await get("/a")).text).toContain("Sown");
});

test("no cached page is sent while the database is unreachable", async () => {
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

test("a moved page is cached at its new address until it leaves that address", async () => {
  const { site, cache, get } = await openCache();
  expect((await get("/plans")).text).toBe("behind");
  cache.addAddress("/plans", "/a");
  cache.addAddress("/nowhere", "/unknown");
  for (const path of ["/plans", "/plans/", "/plans?utm=x", "/plans"]) {
    expect((await get(path)).text).toContain("Sown at /plans");
  }
  expect(site.rendered).toEqual(["visitor /plans", "visitor /plans/"]);
  expect((await get("/nowhere")).text).toBe("behind");
  site.render = async () => null;
  site.version += 1;
  expect((await get("/plans")).text).toBe("behind");
});
