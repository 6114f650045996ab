/** Not in the file of the schema, because pages show the limit and must not load Zod. */
export const longestMessage = 10_000;
