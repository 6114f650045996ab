/** As `watch-payment.js` has it, for a browser that runs no scripts. */
const lateAfterMs = 30_000;
const givenUpAfterMs = 10 * 60_000;

interface LookAgain {
  /** There has been no news for so long that the page says more. */
  readonly isLate: boolean;
  /** For a refresh without a script: seconds, and where to; null after some minutes. */
  readonly refresh: string | null;
}

/** When a page that waits for news is to be loaded anew; its address carries since when it waits. */
export function lookAgain(url: URL, now: number): LookAgain {
  const given = Number(url.searchParams.get("since"));
  const since = Number.isSafeInteger(given) && given > 0 ? given : now;
  const waitedMs = now - since;
  const isLate = waitedMs >= lateAfterMs;
  if (waitedMs >= givenUpAfterMs) return { isLate, refresh: null };
  const next = new URL(url);
  next.searchParams.set("since", String(since));
  return { isLate, refresh: `${isLate ? 10 : 2};url=${next.pathname}${next.search}` };
}
