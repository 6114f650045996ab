import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, devices, type Page } from "@playwright/test";
import { scaled } from "../time-limits.ts";

/** A browser context with one page that several tests use in turn. */
export interface Tab {
  readonly context: BrowserContext;
  /** Returns the page of the tab; opens a new page if a test has closed the page. */
  page(): Promise<Page>;
  /** Removes the state of a test, except the browser's HTTP cache. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const sharedContexts = new WeakSet<BrowserContext>();

/** True if the context belongs to a tab that later tests use, too. */
export function isOfSharedTab(context: BrowserContext): boolean {
  return sharedContexts.has(context);
}

const size = { width: 1280, height: 900 };

/** `url` is the origin of the site and the base of relative addresses. */
export async function openTab(browser: Browser, url: string): Promise<Tab> {
  const context = await browser.newContext({
    ...devices["Desktop Chrome"],
    viewport: size,
    // Transitions take processor time, and clicks wait for them. Tests of motion use `coldTest`.
    reducedMotion: "reduce",
    baseURL: url,
  });
  sharedContexts.add(context);
  let current: Page | undefined;

  async function empty(): Promise<void> {
    const kept = current?.isClosed() === false ? current : undefined;
    for (const page of context.pages()) if (page !== kept) await page.close();
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    // A page that is still navigating cannot be emptied, so it is closed and replaced.
    if (kept !== undefined) await soon(emptyPage(kept, url)).catch(() => kept.close());
    await context.clearCookies();
    await context.clearPermissions();
  }

  return {
    context,
    async page() {
      if (current === undefined || current.isClosed()) current = await context.newPage();
      return current;
    },
    empty,
    close: () => context.close(),
  };
}

/** Rejects if `work` takes longer than ten seconds, because Playwright waits without a limit. */
async function soon(work: Promise<void>): Promise<void> {
  const abort = new AbortController();
  const late = setTimeout(scaled(10_000), null, { signal: abort.signal }).then(() => {
    throw new Error("The page did not respond in time.");
  });
  await Promise.race([work, late]).finally(() => abort.abort());
}

const heardByTests = ["console", "dialog", "pageerror", "request", "response"];

async function emptyPage(page: Page, url: string): Promise<void> {
  // Removes the listeners by name, because Playwright itself listens to other events of the page.
  for (const event of heardByTests) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Pages store typed text when they unload, so storage is emptied on a response that runs no
  // script. The next test starts from this response, because the browser starts another process to
  // go from an empty page to a page of the site.
  await page.goto(`${url}/readyz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: "reduce" });
  await page.setViewportSize(size);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.resetNavigationHistory");
  await browser.detach();
}
