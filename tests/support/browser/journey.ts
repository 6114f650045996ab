import { test as base } from "@playwright/test";
import { type MailServer, openMailServer } from "../mail/mail-server.ts";
import type { FurrowServer, FurrowSettings } from "../servers/furrow-server.ts";
import { openSites, type Sites } from "../servers/running-sites.ts";
import { scaled } from "../time-limits.ts";
import { isOfSharedTab, type Tab } from "./browser-tab.ts";

export { expect } from "@playwright/test";

interface WorkerFixtures {
  readonly sites: Sites;
  /** Receives the emails of each site whose `SMTP_URL` is this server's address. */
  readonly mailServer: MailServer;
}

interface TestFixtures {
  readonly closesItsWindows: undefined;
  /**
   * A running site. Tests with the same settings in one Playwright worker share the site, so a test
   * sees the changes of earlier tests.
   */
  readonly furrow: FurrowServer;
  /**
   * Settings of a test file (`test.use({ furrowSettings: { … } })`); a file with settings gets its
   * own site.
   */
  readonly furrowSettings: FurrowSettings;
}

/**
 * Playwright's test with a running site as `baseURL` and a new browser context for each test. Use
 * `coldTest` for the first load of a page, and for a test that switches JavaScript off or sets the
 * clock or the size of the screen.
 */
export const coldTest = base.extend<TestFixtures, WorkerFixtures>({
  furrowSettings: [{}, { option: true }],
  sites: [
    async ({ browser }, use) => {
      const sites = openSites(browser);
      await use(sites);
      await sites.close();
    },
    { scope: "worker", timeout: scaled(60_000) },
  ],
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const mailServer = await openMailServer();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: "worker" },
  ],
  // Closes the windows that a test has opened, because open pages go on requesting changes from
  // their site.
  closesItsWindows: [
    async ({ browser }, use) => {
      const before = browser.contexts();
      await use(undefined);
      const opened = browser.contexts().filter((context) => !before.includes(context));
      for (const context of opened) if (!isOfSharedTab(context)) await context.close();
    },
    { auto: true },
  ],
  furrow: async ({ sites, furrowSettings }, use) => {
    const { furrow } = await sites.running(furrowSettings);
    await use(furrow);
  },
  baseURL: async ({ furrow }, use) => use(furrow.url),
});

/**
 * Like `coldTest`, but all tests of a site share one browser tab, which is emptied after each test.
 * The browser keeps the site's files in its cache, which halves the time of a test.
 */
export const test = coldTest.extend<{ readonly tab: Tab }>({
  tab: async ({ sites, furrowSettings }, use) => {
    const { tab } = await sites.running(furrowSettings);
    await use(await tab());
  },
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

/** Name, email address and password of a person without an account. */
export function newPerson(): { name: string; email: string; password: string } {
  people += 1;
  const mark = `${process.pid.toString(36)}${Date.now().toString(36)}${people}`;
  return {
    name: `Visitor ${mark}`,
    email: `visitor-${mark}@example.com`,
    password: `hedgerow-${mark}`,
  };
}
