import { get } from "node:http";
import type { Page } from "@playwright/test";
import { defaultAddresses } from "../../src/content/search/default-addresses.ts";
import { expect, test } from "../support/journey.ts";

const mostBytes = 35_000;
const mostRequests = 3;
/** What a server may send before it is told that anything has arrived: ten packets. */
const roundTripBytes = 14_600;

for (const path of [...Object.values(defaultAddresses), "/login", "/register", "/reset"]) {
  test(`${path} is light before its pictures, and nothing in it moves`, async ({
    page,
    furrow,
  }) => {
    const loaded = await loadAndScroll(page, path, { width: 390, height: 844 });
    const beforePictures = loaded.requests.filter(({ type }) => type !== "image");
    expect(beforePictures.map(({ type }) => type).sort()).toEqual(["document", "font"]);
    expect(beforePictures.length).toBeLessThanOrEqual(mostRequests);
    const bytes = beforePictures.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    expect(loaded.requests.map(({ url }) => new URL(url).origin)).toEqual(
      loaded.requests.map(() => furrow.url),
    );
    expect(await page.locator("script[src]").count()).toBe(0);
    expect(loaded.shift).toBe(0);

    const wide = await loadAndScroll(page, path, { width: 1440, height: 900 });
    expect(wide.shift).toBe(0);
  });
}

test("the first picture is fetched ahead of all others, which wait until they come near", async ({
  page,
}) => {
  await page.goto("/");
  const hero = page.locator("#banner img");
  await expect(hero).toHaveAttribute("loading", "eager");
  await expect(hero).toHaveAttribute("fetchpriority", "high");
  const shown = await hero.evaluate((image: HTMLImageElement) => image.currentSrc);
  const ahead = page.locator('link[rel="preload"][as="image"][type="image/avif"]');
  const preloaded = await ahead.evaluateAll((links) =>
    links
      .filter((link) => matchMedia((link as HTMLLinkElement).media).matches)
      .map((link) => (link as HTMLLinkElement).imageSrcset),
  );
  expect(preloaded).toHaveLength(1);
  expect(preloaded[0]).toContain(new URL(shown).pathname);
  const others = page.locator("main img").and(page.locator(':not([fetchpriority="high"])'));
  expect(await others.count()).toBeGreaterThan(5);
  for (const picture of await others.all()) {
    await expect(picture).toHaveAttribute("loading", "lazy");
    await expect(picture).toHaveAttribute("width", /^\d+$/);
    await expect(picture).toHaveAttribute("height", /^\d+$/);
  }
});

test("the landing page asks for its first picture and its face before all else", async ({
  furrow,
}) => {
  const page = await (await fetch(furrow.url)).text();
  const ahead = [...page.matchAll(/<link rel="preload"[^>]*>/g)];
  // By day and by night, on a phone and elsewhere: each browser fetches one.
  const kinds = ["image", "image", "image", "image", "font"];
  expect(ahead.map(([link]) => / as="(\w+)"/.exec(link)?.[1])).toEqual(kinds);
  for (const [link] of ahead.slice(0, 4)) expect(link).toMatch(/(first-light|night-field)-/);
  expect(ahead.at(-1)?.index).toBeLessThan(page.indexOf("<style>"));
});

test("the landing page is one round trip for all but its first visitors", async ({ furrow }) => {
  const visit = () => requestBytes(`${furrow.url}/`);
  const encoding = async () => (await visit()).encoding;
  await expect.poll(encoding, { intervals: [20] }).toBe("br");
  const { bytes } = await visit();
  expect(bytes).toBeGreaterThan(5000);
  expect(bytes).toBeLessThanOrEqual(roundTripBytes);
});

test("pictures that are two screens away do not share the line with the first", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, picture] of [
    ["/", "#about-sec img"],
    ["/service/", "#steps img"],
  ] as const) {
    await page.goto(path, { waitUntil: "networkidle" });
    const far = page.locator(picture).first();
    const isThere = () => far.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    expect(await isThere()).toBe(false);
    await far.scrollIntoViewIfNeeded();
    await expect.poll(isThere).toBe(true);
  }
});

test("a picture is seen in its colours before it is there", async ({ page }) => {
  await page.route("**/*.avif", () => {});
  await page.goto("/", { waitUntil: "commit" });
  const hero = page.locator("#banner img");
  await expect(hero).toHaveCSS("background-image", /linear-gradient\((rgb\([^)]+\)(, )?){4}\)/);
});

for (const width of [390, 1440]) {
  test(`a link into the page leads to where it says (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/#contact-sec");
    await expect(page.locator("#contact-sec h2")).toBeInViewport();
    await page.goto("/");
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.goto("/#testimonial");
    await expect(page.locator("#testimonial h2")).toBeInViewport();
  });
}

/** Everything that an answer takes on the line, its headers included. */
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

/** Loads the page afresh and scrolls through all of it. */
async function loadAndScroll(page: Page, path: string, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  const types = new Map<string, { url: string; type: string; size: number }>();
  browser.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    types.set(requestId, { url: request.url, type: (type ?? "").toLowerCase(), size: 0 });
  });
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = types.get(requestId);
    if (request !== undefined) request.size = encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as LayoutShift).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(path, { waitUntil: "load" });
  const shift = await page.evaluate(async () => {
    const twoFrames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await twoFrames();
    }
    return (window as unknown as { seen: { shift: number } }).seen.shift;
  });
  await browser.detach();
  // A data address is asked of nobody: what it says has come with the page.
  const requests = [...types.values()].filter(
    ({ type, url }) => type !== "other" && !url.startsWith("data:"),
  );
  return { requests, shift };
}

/** What TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}
