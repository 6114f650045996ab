/** Apart from the schema, because pages show the limit and do not load Zod. */
export const longestMessage = 10_000;
