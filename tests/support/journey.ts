import { test as base } from "@playwright/test";
import { type FurrowServer, type FurrowSettings, startFurrow } from "./furrow-server.ts";

export { expect } from "@playwright/test";

interface WorkerFixtures {
  /** A running site, shared by the tests of a worker: what one writes, the next one sees. */
  readonly furrow: FurrowServer;
  /** Set per file with `test.use({ furrowSettings: { … } })`, which brings a server of its own. */
  readonly furrowSettings: FurrowSettings;
}

/** Playwright's test, with a site of its own behind every relative address. */
export const test = base.extend<object, WorkerFixtures>({
  furrowSettings: [{}, { scope: "worker", option: true }],
  furrow: [
    async ({ furrowSettings }, use) => {
      const furrow = await startFurrow(furrowSettings);
      await use(furrow);
      await furrow.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ furrow }, use) => use(furrow.url),
});

let people = 0;

/** Somebody nobody has met: a name, an address and a password to register with. */
export function newPerson(): { name: string; email: string; password: string } {
  people += 1;
  const mark = `${process.pid.toString(36)}${Date.now().toString(36)}${people}`;
  return {
    name: `Visitor ${mark}`,
    email: `visitor-${mark}@example.com`,
    password: `hedgerow-${mark}`,
  };
}
