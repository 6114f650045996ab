import { publicPages } from "../../src/found/public-pages.ts";
import { type Category, categories, type PageAudit } from "../../tests/support/lighthouse.ts";

const signInPages = ["/login", "/register", "/reset"];

/** Every page that visitors see. */
export const pages: readonly string[] = [...Object.values(publicPages), ...signInPages];

/** Pages to sign in are not to be found by search, so they are not judged by it. */
export function categoriesOf(page: string): readonly Category[] {
  return signInPages.includes(page) ? categories.filter((one) => one !== "seo") : categories;
}

const latestPaintMs = 900;
/** Below this, nothing has moved that could be seen; Lighthouse itself shows three digits. */
const leastShift = 0.0005;
/** Lighthouse shows whole milliseconds. */
const leastBlockingMs = 0.5;

/** One sentence for each limit that a page does not keep. */
export function shortcomings({ scores, paintMs, shift, blockedMs, faults }: PageAudit): string[] {
  const scored = Object.entries(scores)
    .filter(([, score]) => score < 100)
    .map(([name, score]) => `${name} is ${score}, not 100 (${faults.join("; ")})`);
  return [
    ...scored,
    ...(paintMs > latestPaintMs
      ? [`the largest paint comes after ${Math.round(paintMs)} ms, not within ${latestPaintMs}`]
      : []),
    ...(shift >= leastShift ? [`the layout shifts by ${shift.toFixed(3)}`] : []),
    ...(blockedMs >= leastBlockingMs ? [`it is blocked for ${Math.round(blockedMs)} ms`] : []),
  ];
}
