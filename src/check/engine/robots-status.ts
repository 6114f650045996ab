/** Name under which robots.txt can allow or forbid the check. */
export const productToken = "FurrowCheck";

/** RFC 9309, 2.5: a crawler reads at least 500 KiB. Google reads no more. */
export const robotsBytes = 500 * 1024;

/**
 * Whether a crawler has to assume that every path is forbidden, because the server failed or got too
 * many requests.
 */
export function forbidsAll(status: number): boolean {
  return status >= 500 || status === 429;
}
