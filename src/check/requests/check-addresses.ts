// A separate file, because every start loads it: `site-check.ts` would also load all checks and the
// HTML parser.

export const checkPath = "/seo-check";

export const resultPath = (key: string) => `${checkPath}/${key}`;

/** Retention of a check, counted from its request. */
export const keptMs = 90 * 24 * 60 * 60 * 1000;
