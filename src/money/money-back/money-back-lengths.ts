/**
 * Longest reason of a request for money back, and of its refusal. Not in the file of the schema,
 * because pages show the limit and must not load Zod.
 */
export const longestReason = 2000;
