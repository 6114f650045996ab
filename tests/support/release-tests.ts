/**
 * Tests that `npm run test:release` runs and `npm test` leaves out: of tools, of every variant of
 * what an everyday test proves once, and those that wait long. RELEASE_TESTS=yes runs them by hand.
 */
export const releaseTests = {
  files: "**/*.release.test.{ts,tsx}",
  run: Boolean(process.env.RELEASE_TESTS),
};
