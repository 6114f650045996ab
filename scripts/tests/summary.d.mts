/** The slowest of these tests, a line each with its duration in seconds. */
export function slowestTests(
  tests: readonly { readonly name: string; readonly milliseconds: number }[],
  most?: number,
): string;

/**
 * Every failed test with the beginning of its error, and `faults`, the failures outside of a test.
 */
export function failures(
  tests: readonly { readonly name: string; readonly outcome: string; readonly error?: string }[],
  faults: readonly string[],
): string;
