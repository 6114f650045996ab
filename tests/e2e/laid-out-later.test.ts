import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";
import { layoutShiftOf, watchLayoutShift } from "../support/layout-shift.ts";

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
test.use(phone);

test("a phone lays out the first view of the landing page, and all of it a second later", async ({
  page,
}) => {
  const browser = await withTimeStanding(page);
  await page.goto("/");
  await expect.poll(() => waitingIn(page)).toEqual(["about", "pricing", "testimonial", "contact"]);
  const atFirst = await laidOut(browser);
  await browser.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await expect.poll(() => waitingIn(page)).toEqual([]);
  await expect.poll(() => laidOut(browser)).toBeGreaterThan(atFirst * 2);
});

for (const { who, path = "/", prepare } of [
  { who: "who comes for a part of it", path: "/#pricing" },
  { who: "who asks for less motion", prepare: lessMotion },
  { who: "a wide screen", prepare: widen },
]) {
  test(`the landing page is laid out at once for ${who}`, async ({ page }) => {
    await prepare?.(page);
    await withTimeStanding(page);
    await page.goto(path);
    expect(await waitingIn(page)).toEqual([]);
  });
}

test("nothing moves when the rest is laid out and drawn", async ({ page }) => {
  await watchLayoutShift(page);
  await page.goto("/");
  const last = page.locator("#service li").last().locator("svg").last();
  const isDrawn = () => last.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isDrawn).toBe(true);
  await expect.poll(() => waitingIn(page)).toEqual([]);
  expect(await layoutShiftOf(page)).toBe(0);
});

test("what comes near in the first second is seen", async ({ page }) => {
  await withTimeStanding(page);
  await page.goto("/");
  const price = page.locator("#pricing").getByText("$", { exact: false }).first();
  const isSeen = () => price.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isSeen()).toBe(false);
  await page.locator("#pricing").scrollIntoViewIfNeeded();
  await expect.poll(isSeen).toBe(true);
});

test("a reload and the Back button keep the place that was read", async ({ page }) => {
  await page.goto("/");
  await expect.poll(() => waitingIn(page)).toEqual([]);
  const quote = page.locator("#testimonial blockquote").nth(2);
  await quote.scrollIntoViewIfNeeded();
  const placeOf = async () => Math.round((await quote.boundingBox())?.y ?? Number.NaN);
  const place = await placeOf();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(3000);
  await page.reload();
  await expect.poll(() => waitingIn(page)).toEqual([]);
  await expect.poll(placeOf).toBe(place);
  await page.goto("/pricing/");
  await page.goBack();
  await expect.poll(() => waitingIn(page)).toEqual([]);
  await expect.poll(placeOf).toBe(place);
});

async function lessMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
}

async function widen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Whatever is to happen later does not, however slow the machine is. */
async function withTimeStanding(page: Page): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable");
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 });
  return browser;
}

/** The sections that are not laid out before they come near. */
async function waitingIn(page: Page): Promise<string[]> {
  const sections = await page
    .locator("main > section")
    .evaluateAll((all) =>
      all
        .filter((section) => getComputedStyle(section).contentVisibility === "auto")
        .map(({ id }) => id),
    );
  return sections.map((id) => id.replace(/-sec.*$/, ""));
}

async function laidOut(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "LayoutObjects")?.value ?? Number.NaN;
}
