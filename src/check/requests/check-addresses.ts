// Apart from `site-check.ts`, which loads all checks and the parser of pages: every start needs these.

export const checkPath = "/seo-check";

export const resultPath = (key: string) => `${checkPath}/${key}`;

/** A check is deleted 90 days after it was asked for. */
export const keptMs = 90 * 24 * 60 * 60 * 1000;
