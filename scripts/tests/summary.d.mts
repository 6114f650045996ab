export function slowestTests(
  tests: readonly { readonly name: string; readonly milliseconds: number }[],
  most?: number,
): string;

export function failures(
  tests: readonly { readonly name: string; readonly outcome: string; readonly error?: string }[],
  faults: readonly string[],
): string;
