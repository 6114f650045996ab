import { describe, expect, test } from "vitest";
import { parseHere } from "../../tests/support/parse-here.ts";
import type { SampleCase } from "./engine/check.ts";
import { runChecks } from "./engine/run-checks.ts";
import { gatherFacts } from "./fetching/gather-facts.ts";
import { checks, findCheck } from "./registry.ts";
import { sampleSession } from "./samples/sample-session.ts";
import { type SampleSite, soundSite } from "./samples/sample-site.ts";

/** The checks that report a site, with what they report. */
async function findingsOn(site: SampleSite) {
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
  return gathered.result.outcomes
    .filter(({ outcome }) => outcome.kind === "found" || outcome.kind === "stated")
    .map(({ check, outcome }) => ({ check, ...outcome }));
}

const cases = (of: (check: (typeof checks)[number]) => readonly SampleCase[]) =>
  checks.flatMap((check) => of(check).map((one) => ({ id: check.id, ...one })));

describe("The checks", () => {
  test("find in each bad sample site its fault and no other, in the words of the golden file", async () => {
    const golden: Record<string, unknown> = {};
    const wrong: unknown[] = [];
    for (const { id, title, change, alsoTrips = [] } of cases(({ bad }) => bad)) {
      const found = await findingsOn(change(soundSite));
      const names = found.map(({ check }) => check).sort();
      if (names.join() !== [id, ...alsoTrips].sort().join()) wrong.push([id, title, names]);
      golden[`${id}: ${title}`] = found;
    }
    expect(wrong).toEqual([]);
    const text = `${JSON.stringify(golden, null, 2)}\n`.replaceAll(
      /furrow-check-[0-9a-f]+/g,
      "furrow-check-0",
    );
    await expect(text).toMatchFileSnapshot("samples/golden-findings.json");
  });

  test("find nothing on the sound site and on each good sample site", async () => {
    const sound = { id: "none", title: "is sound", change: (site: SampleSite) => site };
    const wrong: unknown[] = [];
    for (const { id, title, change } of [sound, ...cases(({ good }) => good)]) {
      const found = await findingsOn(change(soundSite));
      if (found.length > 0) wrong.push([id, title, found]);
    }
    expect(wrong).toEqual([]);
  });

  test("have distinct ids and complete texts", () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const check of checks) {
      expect(findCheck(check.id)).toBe(check);
      expect(check.bad.length, check.id).toBeGreaterThan(0);
      expect(check.question).toMatch(/\?$/);
      for (const text of [check.why, check.fix, check.weightReason]) expect(text).toMatch(/\.$/);
    }
  });
});
