import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { defaultAddresses } from "#content/addresses/listings.ts";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { layoutShiftsOf, watchLayoutShift } from "../../support/screens/layout-shift.ts";
import { scaled } from "../../support/time-limits.ts";

// A separate site with the seeded content, because tests of the panel change the shared site.
test.use({ furrowSettings: { OWNER_EMAIL: "seeded@furrow.example" } });

const mostBytes = 35_000;
const mostRequests = 3;
const inlinedPicture = new URL(
  "../../../src/app/ui/pictures/first-light-upright.avif",
  import.meta.url,
);

for (const path of [...Object.values(defaultAddresses), "/login", "/register", "/reset"]) {
  test(`${path} needs at most 35 kB in 3 requests before its pictures, and has no layout shift`, async ({
    page,
    furrow,
  }) => {
    const loaded = await loadAndScroll(page, path, { width: 390, height: 844 });
    const beforePictures = loaded.requests.filter(
      ({ type, isBeforeLoad }) => isBeforeLoad && type !== "image",
    );
    // The landing page inlines its font and, for phones, the first picture. The form with a new
    // password has a deferred script that says how easy the password is to guess.
    const scripts = path === "/register" ? ["script"] : [];
    const asked = path === "/" ? ["document"] : ["document", "font", ...scripts];
    const urls = beforePictures.map(({ url }) => url).join(" ");
    expect(beforePictures.map(({ type }) => type).sort(), urls).toEqual(asked);
    expect(beforePictures.length).toBeLessThanOrEqual(mostRequests);
    const bytes = beforePictures.reduce((sum, { size }) => sum + size, 0);
    const inlined = path === "/" ? statSync(inlinedPicture).size : 0;
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes - inlined).toBeLessThanOrEqual(mostBytes);
    expect(loaded.requests.map(({ url }) => new URL(url).origin)).toEqual(
      loaded.requests.map(() => furrow.url),
    );
    expect(await page.locator("script[src]").count()).toBe(scripts.length);
    expect(loaded.shifts).toEqual([]);

    const wide = await loadAndScroll(page, path, { width: 1440, height: 900 });
    expect(wide.shifts).toEqual([]);
  });
}

for (const { path, what, end, width = 1440, isPainted = false } of [
  {
    path: "/service/",
    what: "the icon of the menu button",
    end: 'd="M3 17.5c5-3 13-3 18 0M3 12c5-3 13-3 18 0M3 6.5c5-3 13-3 18 0"></path></svg>',
    width: 390,
  },
  {
    path: "/service/",
    what: "the header",
    end: 'alt="Furrow, home" width="148" height="40" fetchPriority="low"/></a>',
  },
  { path: "/service/", what: "the heading", end: "</h1>", isPainted: true },
  // The pricing page is painted only once its questions have arrived, because the first view links
  // to the questions.
  { path: "/pricing/", what: "the first plan", end: "</article>" },
  { path: "/reset", what: "the copyright text", end: "Grown by hand.</p>", isPainted: true },
]) {
  test(`a page whose bytes after ${what} arrive late has no layout shift`, async ({
    page,
    furrow,
  }) => {
    const slow = await serveInTwoParts(furrow.url + path, end);
    await page.setViewportSize({ width, height: 900 });
    await watchLayoutShift(page);
    await page.goto(slow.url, { waitUntil: "commit" });
    await expect(page.locator("article, header a, footer p").last()).toBeAttached();
    // Waits, because the browser can paint the first part some time after its arrival.
    await page.waitForTimeout(scaled(300));
    if (isPainted) await expect.poll(() => countPaints(page)).toBe(1);
    else expect(await countPaints(page)).toBe(0);
    slow.sendRest();
    await page.waitForLoadState("load");
    expect(await layoutShiftsOf(page)).toEqual([]);
    slow.close();
  });
}

for (const { path, most } of [
  { path: "/service/", most: 17_500 },
  // With its inlined font, a picture and the field of the check. Two round trips carry 43.8 kB,
  // because the second carries twice as much as the first.
  { path: "/", most: 40_000 },
]) {
  test(`the compressed page ${path} has at most ${most / 1000} kB`, async ({ furrow }) => {
    const visit = () => requestBytes(`${furrow.url}${path}`);
    const encoding = async () => (await visit()).encoding;
    await expect.poll(encoding, { intervals: [20] }).toBe("br");
    const { bytes } = await visit();
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThanOrEqual(most);
  });
}

test("pictures far below the viewport load only when the visitor scrolls near them", async ({
  page,
}) => {
  // Chromium loads lazy pictures up to 2500 px below the viewport on slow connections.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, picture] of [
    ["/", "#testimonial img"],
    ["/service/", "#features img"],
  ] as const) {
    await page.goto(path, { waitUntil: "networkidle" });
    const far = page.locator(picture).first();
    const isThere = () => far.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    expect(await isThere()).toBe(false);
    await far.scrollIntoViewIfNeeded();
    await expect.poll(isThere).toBe(true);
  }
});

for (const width of [390, 1440]) {
  test(`a link to a section scrolls to the section (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/#contact-sec");
    await expect(page.locator("#contact-sec h2")).toBeInViewport();
    await page.goto("/");
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.goto("/#testimonial");
    await expect(page.locator("#testimonial h2")).toBeInViewport();
  });
}

/** Bytes of a response on the wire, including headers. */
async function requestBytes(url: string): Promise<{ encoding: string | undefined; bytes: number }> {
  const headers = { "accept-encoding": "gzip, deflate, br" };
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, agent: false }, (answer) => {
      const encoding = answer.headers["content-encoding"];
      answer.resume().once("end", () => {
        resolve({ encoding, bytes: answer.socket.bytesRead });
      });
    });
    asked.once("error", reject);
  });
}

/**
 * Serves a page and its files. Sends the page up to the first place where the text `end` occurs,
 * and the rest when the test calls `sendRest`.
 */
async function serveInTwoParts(page: string, end: string) {
  const { origin, pathname } = new URL(page);
  const html = await (await fetch(page)).text();
  const cut = html.indexOf(end) + end.length;
  if (cut < end.length) throw new Error(`${page} does not contain ${end}.`);
  const { promise: isReleased, resolve: sendRest } = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, response) => {
    if (url !== pathname) {
      const file = await fetch(origin + url);
      response.setHeader("Content-Type", file.headers.get("content-type") ?? "");
      return response.end(new Uint8Array(await file.arrayBuffer()));
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.write(html.slice(0, cut));
    await isReleased;
    return response.end(html.slice(cut));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    sendRest,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function countPaints(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName("first-paint").length);
}

async function loadAndScroll(page: Page, path: string, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  let isBeforeLoad = true;
  const types = new Map<
    string,
    { url: string; type: string; size: number; isBeforeLoad: boolean }
  >();
  browser.on("Network.requestWillBeSent", ({ requestId, request: { url }, type = "" }) => {
    types.set(requestId, { url, type: type.toLowerCase(), size: 0, isBeforeLoad });
  });
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = types.get(requestId);
    if (request !== undefined) request.size = encodedDataLength;
  });
  await watchLayoutShift(page);
  await page.goto(path, { waitUntil: "load" });
  // Ignores later requests: the landing page fetches the next page's font after three seconds.
  isBeforeLoad = false;
  await page.evaluate(async () => {
    const twoFrames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await twoFrames();
    }
  });
  const shifts = await layoutShiftsOf(page);
  await browser.detach();
  // Data URLs cause no requests.
  const requests = [...types.values()].filter(
    ({ type, url }) => type !== "other" && !url.startsWith("data:"),
  );
  return { requests, shifts };
}
