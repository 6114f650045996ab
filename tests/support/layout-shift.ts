import type { Page } from "@playwright/test";

/** Adds up what moves in each document that the page loads from now on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as LayoutShift).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The layout shift so far, of a page that is watched, when what is due has been drawn. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { seen: { shift: number } }).seen.shift;
  });
}

/** What TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}
