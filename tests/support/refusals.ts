import { expect } from "vitest";

/** Expects that each attempt is rejected with an error of this code. */
export async function expectRefused(
  code: string,
  ...attempts: readonly Promise<unknown>[]
): Promise<void> {
  const settled = await Promise.allSettled(attempts);
  const codes = settled.map((one) => (one.status === "rejected" ? one.reason?.code : "done"));
  expect(codes).toEqual(attempts.map(() => code));
}
