import { describe, expect, test } from "vitest";
import { parseHere } from "../../tests/support/parse-here.ts";
import type { SampleCase } from "./engine/check.ts";
import { runChecks } from "./engine/run-checks.ts";
import { gatherFacts } from "./fetching/gather-facts.ts";
import { checks, findCheck } from "./registry.ts";
import { sampleSession } from "./samples/sample-session.ts";
import { type SampleSite, soundSite } from "./samples/sample-site.ts";

async function resultFor(site: SampleSite) {
  const gathered = await gatherFacts(
    { address: "https://sound.test/", hasScheme: false },
    {
      session: sampleSession(site),
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    },
  );
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  return gathered.result;
}

async function trippedBy(site: SampleSite): Promise<string[]> {
  const { outcomes } = await resultFor(site);
  return outcomes.flatMap(({ check, outcome }) =>
    outcome.kind === "found" || outcome.kind === "stated" ? [check] : [],
  );
}

const cases = (of: (check: (typeof checks)[number]) => readonly SampleCase[]) =>
  checks.flatMap((check) => of(check).map((one) => [check.id, one.title, one] as const));

describe("The checks", () => {
  test("find nothing on the sound site", async () => {
    expect(await trippedBy(soundSite)).toEqual([]);
  });

  test.each(cases(({ bad }) => bad))(
    "%s reports a finding when a site %s, and no other check does",
    async (id, _, { change, alsoTrips = [] }) => {
      expect((await trippedBy(change(soundSite))).sort()).toEqual([id, ...alsoTrips].sort());
    },
  );

  test.each(cases(({ good }) => good))(
    "%s reports no finding when a site %s",
    async (_id, _, { change }) => {
      expect(await trippedBy(change(soundSite))).toEqual([]);
    },
  );

  test("have distinct ids and complete texts", () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const check of checks) {
      expect(findCheck(check.id)).toBe(check);
      expect(check.bad.length, check.id).toBeGreaterThan(0);
      expect(check.question).toMatch(/\?$/);
      for (const text of [check.why, check.fix, check.weightReason]) expect(text).toMatch(/\.$/);
    }
  });

  test("give the findings in the golden file", async () => {
    const golden: Record<string, unknown> = {};
    for (const [id, title, { change }] of cases(({ bad }) => bad)) {
      const { outcomes } = await resultFor(change(soundSite));
      golden[`${id}: ${title}`] = outcomes
        .filter(({ outcome }) => outcome.kind === "found" || outcome.kind === "stated")
        .map(({ check, outcome }) => ({ check, ...outcome }));
    }
    const text = `${JSON.stringify(golden, null, 2)}\n`.replaceAll(
      /furrow-check-[0-9a-f]+/g,
      "furrow-check-0",
    );
    await expect(text).toMatchFileSnapshot("samples/golden-findings.json");
  });
});
