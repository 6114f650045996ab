import { test as base } from "@playwright/test";
import { openTab, type Tab } from "./browser-tab.ts";
import { type FurrowServer, type FurrowSettings, startFurrow } from "./furrow-server.ts";
import { scaled } from "./time-limits.ts";

export { expect } from "@playwright/test";

interface WorkerFixtures {
  /** A running site, shared by the tests of a worker: what one writes, the next one sees. */
  readonly furrow: FurrowServer;
  /** Set per file with `test.use({ furrowSettings: { … } })`, which brings a server of its own. */
  readonly furrowSettings: FurrowSettings;
}

/**
 * Playwright's test with a running site behind every relative address, and a new browser context
 * for each test: for journeys that look at the first load of a page, or change what a context is
 * (its scripts, its clock, its screen).
 */
export const coldTest = base.extend<object, WorkerFixtures>({
  furrowSettings: [{}, { scope: "worker", option: true }],
  furrow: [
    async ({ furrowSettings }, use) => {
      const furrow = await startFurrow(furrowSettings);
      await use(furrow);
      await furrow.stop();
    },
    { scope: "worker", timeout: scaled(60_000) },
  ],
  baseURL: async ({ furrow }, use) => use(furrow.url),
});

/**
 * The same with one browser tab for all tests of a worker, emptied between them: what pages are
 * made of stays in the browser's cache, which halves the time of a journey.
 */
export const test = coldTest.extend<object, { readonly tab: Tab }>({
  tab: [
    async ({ browser, furrow }, use) => {
      const tab = await openTab(browser, furrow.url);
      await use(tab);
      await tab.close();
    },
    { scope: "worker", timeout: scaled(60_000) },
  ],
  context: async ({ tab, javaScriptEnabled, hasTouch }, use) => {
    if (javaScriptEnabled === false || hasTouch === true)
      throw new Error("The shared tab is a desktop browser with JavaScript: use coldTest here.");
    await use(tab.context);
    await tab.empty();
  },
  page: async ({ tab, context: _context, viewport }, use) => {
    const page = await tab.page();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
});

let people = 0;

/** Somebody nobody has met: a name, an address and a password to register with. */
export function newPerson(): { name: string; email: string; password: string } {
  people += 1;
  const mark = `${process.pid.toString(36)}${Date.now().toString(36)}${people}`;
  return {
    name: `Visitor ${mark}`,
    email: `visitor-${mark}@example.com`,
    password: `hedgerow-${mark}`,
  };
}
