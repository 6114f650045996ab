/** The slowest of these tests, a line each with its duration in seconds. */
export function slowestTests(
  tests: readonly { readonly name: string; readonly milliseconds: number }[],
  most?: number,
): string;
