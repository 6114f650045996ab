import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { layoutShiftsOf, watchLayoutShift } from "../../support/screens/layout-shift.ts";

// A separate site with the seeded content, because tests of the panel change the shared site.
test.use({ furrowSettings: { OWNER_EMAIL: "seeded@furrow.example" } });

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
test.use(phone);

const beds = Array.from({ length: 6 }, () => "bed");

test("a phone lays out the first view at once, and the rest a second later", async ({ page }) => {
  const browser = await withTimeStanding(page);
  await page.goto("/");
  await expect
    .poll(() => waitingIn(page))
    .toEqual([...beds, "seo-check", "about", "pricing", "testimonial", "contact", "footer"]);
  const atFirst = await laidOut(browser);
  await browser.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await expect.poll(() => waitingIn(page)).toEqual([]);
  await expect.poll(() => laidOut(browser)).toBeGreaterThan(atFirst * 2);
});

for (const { when, path = "/", prepare, waiting = [] } of [
  { when: "for a link to a section", path: "/#pricing" },
  { when: "with reduced motion", prepare: lessMotion },
  { when: "on a wide screen, except distant drawings", prepare: widen, waiting: beds },
]) {
  test(`the whole landing page is laid out at once ${when}`, async ({ page }) => {
    await prepare?.(page);
    await withTimeStanding(page);
    await page.goto(path);
    expect(await page.locator("main > section").count()).toBeGreaterThan(4);
    expect(await waitingIn(page)).toEqual(waiting);
  });
}

for (const { where, what } of [
  { where: "at the top", what: "#banner h1" },
  { where: "further down", what: "#pricing h2" },
]) {
  test(`the deferred layout causes no layout shift ${where}`, async ({ page }) => {
    await watchLayoutShift(page);
    const browser = await withTimeStanding(page);
    await page.goto("/");
    const heading = page.locator(what);
    await heading.scrollIntoViewIfNeeded();
    await expect.poll(() => seenOf(heading)).toBe(true);
    const place = await placeOf(heading);
    await browser.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await expect.poll(() => waitingIn(page)).toEqual([]);
    expect(await layoutShiftsOf(page)).toEqual([]);
    expect(await placeOf(heading)).toBe(place);
  });
}

test("a section that the visitor scrolls near within the first second is rendered at once", async ({
  page,
}) => {
  await withTimeStanding(page);
  await page.goto("/");
  const price = page.locator("#pricing").getByText("$", { exact: false }).first();
  expect(await seenOf(price)).toBe(false);
  await page.locator("#pricing").scrollIntoViewIfNeeded();
  await expect.poll(() => seenOf(price)).toBe(true);
});

test("a reload and the Back button restore the scroll position, also after the visitor followed a link within the page", async ({
  page,
}) => {
  await page.goto("/");
  await expect.poll(() => waitingIn(page)).toEqual([]);
  const quote = page.locator("#testimonial blockquote").nth(2);
  await quote.scrollIntoViewIfNeeded();
  const place = await placeOf(quote);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(3000);
  await page.reload();
  await expect.poll(() => waitingIn(page)).toEqual([]);
  await expect.poll(() => placeOf(quote)).toBe(place);
  await page.evaluate(() => location.assign("#pricing"));
  // Waits until the section is at its final place, 96 px. Going back earlier could interrupt the
  // scrolling.
  await expect.poll(() => placeOf(page.locator("#pricing"))).toBe(96);
  await page.goBack();
  expect(await waitingIn(page)).toEqual([]);
  await expect.poll(() => placeOf(quote)).toBe(place);
  await page.goto("/pricing/");
  await page.goBack();
  await expect.poll(() => waitingIn(page)).toEqual([]);
  await expect.poll(() => placeOf(quote)).toBe(place);
});

async function lessMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
}

async function widen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
}

/**
 * Stops the animation that delays layout, so that the test does not depend on the machine's speed.
 */
async function withTimeStanding(page: Page): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable");
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 });
  return browser;
}

/** Parts whose layout or painting the browser still skips. */
async function waitingIn(page: Page): Promise<string[]> {
  const parts = page.locator("main > section, footer, #service li > [aria-hidden=true]");
  const names = await parts.evaluateAll((all) =>
    all
      .filter((part) => getComputedStyle(part).contentVisibility !== "visible")
      .map(({ id, tagName }) => id || (tagName === "DIV" ? "bed" : tagName.toLowerCase())),
  );
  return names.map((name) => name.replace(/-sec.*$/, ""));
}

function seenOf(part: Locator): Promise<boolean> {
  return part.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }));
}

async function placeOf(part: Locator): Promise<number> {
  return Math.round((await part.boundingBox())?.y ?? Number.NaN);
}

async function laidOut(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "LayoutObjects")?.value ?? Number.NaN;
}
