import { statSync } from "node:fs";
import { get } from "node:http";
import type { Page } from "@playwright/test";
import { defaultAddresses } from "../../src/content/addresses/default-addresses.ts";
import { expect, coldTest as test } from "../support/journey.ts";
import { layoutShiftOf, watchLayoutShift } from "../support/layout-shift.ts";

const mostBytes = 35_000;
const mostRequests = 3;
const carriedPicture = new URL(
  "../../src/app/ui/pictures/first-light-upright.avif",
  import.meta.url,
);
/** What a server may send before it is told that anything has arrived: ten packets. */
const roundTripBytes = 14_600;

for (const path of [...Object.values(defaultAddresses), "/login", "/register", "/reset"]) {
  test(`${path} is light before its pictures, and nothing in it moves`, async ({
    page,
    furrow,
  }) => {
    const loaded = await loadAndScroll(page, path, { width: 390, height: 844 });
    const beforePictures = loaded.requests.filter(({ type }) => type !== "image");
    // The landing page brings its face along, and a phone's first picture as well.
    const asked = path === "/" ? ["document"] : ["document", "font"];
    expect(beforePictures.map(({ type }) => type).sort()).toEqual(asked);
    expect(beforePictures.length).toBeLessThanOrEqual(mostRequests);
    const bytes = beforePictures.reduce((sum, { size }) => sum + size, 0);
    const carried = path === "/" ? statSync(carriedPicture).size : 0;
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes - carried).toBeLessThanOrEqual(mostBytes);
    expect(loaded.requests.map(({ url }) => new URL(url).origin)).toEqual(
      loaded.requests.map(() => furrow.url),
    );
    expect(await page.locator("script[src]").count()).toBe(0);
    expect(loaded.shift).toBe(0);

    const wide = await loadAndScroll(page, path, { width: 1440, height: 900 });
    expect(wide.shift).toBe(0);
  });
}

for (const { path, trips, most } of [
  { path: "/service/", trips: "one round trip", most: roundTripBytes },
  // Twice as much again may be sent when the first has arrived; the limit for all that is no picture is lower.
  { path: "/", trips: "two round trips", most: mostBytes },
]) {
  test(`${path} takes ${trips} for all but its first visitors`, async ({ furrow }) => {
    const visit = () => requestBytes(`${furrow.url}${path}`);
    const encoding = async () => (await visit()).encoding;
    await expect.poll(encoding, { intervals: [20] }).toBe("br");
    const { bytes } = await visit();
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThanOrEqual(most);
  });
}

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
  await watchLayoutShift(page);
  await page.goto(path, { waitUntil: "load" });
  await page.evaluate(async () => {
    const twoFrames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await twoFrames();
    }
  });
  const shift = await layoutShiftOf(page);
  await browser.detach();
  // A data address is asked of nobody: what it says has come with the page.
  const requests = [...types.values()].filter(
    ({ type, url }) => type !== "other" && !url.startsWith("data:"),
  );
  return { requests, shift };
}
