/** Raised with every change of a check, so that stored pages are read again. */
export const engineVersion = 3;

/**
 * Release of this version in Unix milliseconds. No page is read earlier, so a date before the
 * release is past even on a machine whose clock is behind.
 */
export const engineReleasedAt = Date.UTC(2026, 10, 28);
