/** The two times must equal the delays in `watch-payment.ts`. */
const lateAfterMs = 30_000;
const givenUpAfterMs = 10 * 60_000;

interface LookAgain {
  /** True after 30 seconds, when the page says that the answer takes longer than usual. */
  readonly isLate: boolean;
  /** Content of the meta refresh (seconds and URL); null after ten minutes. */
  readonly refresh: string | null;
}

/**
 * When a page that waits for a provider's report loads again without a script. The page's URL
 * contains the start of the wait.
 */
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
