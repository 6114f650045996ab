import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { openVillage } from "../../../tests/support/websites/village.ts";
import { runChecks } from "../engine/run-checks.ts";
import { checks } from "../registry.ts";
import { sampleSession } from "../samples/sample-session.ts";
import {
  changed,
  inAnswer,
  type SampleSite,
  soundSite,
  withAnswer,
} from "../samples/sample-site.ts";
import { gatherFacts } from "./gather-facts.ts";

const cases = checks.flatMap(({ id, bad }) =>
  bad.map(({ title, change }) => ({ title: `${id}: ${title}`, site: change(soundSite) })),
);

const refused: { title: string; kind: string; sentence: RegExp; site: SampleSite }[] = [
  {
    title: "robots.txt forbids the check",
    kind: "robots",
    sentence: /robots\.txt does not let FurrowCheck read this address \(line 2: “Disallow: \/”\)/,
    site: withAnswer("/robots.txt", { status: 200, body: "User-agent: furrowcheck\nDisallow: /" })(
      soundSite,
    ),
  },
  {
    title: "robots.txt fails",
    kind: "robots",
    sentence: /error 503/,
    site: withAnswer("/robots.txt", { status: 503 })(soundSite),
  },
  {
    title: "a redirect leads to a forbidden page",
    kind: "robots",
    sentence: /does not let FurrowCheck read this address/,
    site: withAnswer("/", { status: 302, headers: { location: "/till/1" } })(soundSite),
  },
  {
    title: "the address leads to a PDF",
    kind: "unreadable",
    sentence: /application\/pdf/,
    site: withAnswer("/", {
      status: 200,
      headers: { "content-type": "application/pdf" },
      body: "%PDF",
    })(soundSite),
  },
  {
    title: "the page is too large",
    kind: "too-large",
    sentence: /larger than 2 MB/,
    site: inAnswer("/", "<h1>", `${"<p>Bread</p>".repeat(200_000)}<h1>`)(soundSite),
  },
  {
    title: "nothing listens",
    kind: "unreachable",
    sentence: /does not answer/,
    site: changed({
      certificate: "trusted",
      plainHttp: "refuses",
      answers: {},
      otherwise: { status: 302, headers: { location: "http://sound.test/" } },
    })(soundSite),
  },
  {
    title: "the certificate is not trusted and there is no other way",
    kind: "certificate",
    sentence: /not valid/,
    site: changed({ certificate: "untrusted", plainHttp: "refuses" })(soundSite),
  },
];

let village: Awaited<ReturnType<typeof openVillage>>;
beforeAll(async () => {
  village = await openVillage([
    soundSite,
    ...cases.map(({ site }) => site),
    ...refused.map(({ site }) => site),
  ]);
});
afterAll(() => village.close());

const options = {
  parse: parseHere,
  read: async (facts: Parameters<typeof runChecks>[0]) => runChecks(facts),
  onPage: async () => {},
  now: 0,
};

function gather(nth: number) {
  const address = `https://${village.hostOf(nth)}/`;
  return gatherFacts(
    { address, hasScheme: false },
    { ...options, session: village.fetcher.open() },
  );
}

/** Parts of sentences that differ between runs. */
const variable = /furrow-check-[0-9a-f]+|\d+(\.\d+)? (ms|seconds)|\((?:nobody|the)[^)]*\)/g;

async function findingsOf(gathering: ReturnType<typeof gather>, host: string) {
  const gathered = await gathering;
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  const text = JSON.stringify(gathered.result.outcomes).replaceAll(host, "sound.test");
  return JSON.parse(text.replaceAll(variable, "…"));
}

describe("Checks over real sockets", () => {
  test("have no findings on a sound site", async () => {
    const outcomes = await findingsOf(gather(0), village.hostOf(0));
    expect(
      outcomes.filter(({ outcome }: { outcome: { kind: string } }) => outcome.kind !== "sound"),
    ).toEqual([]);
  });

  test.each(cases.map(({ title }, nth) => [title, nth] as const))(
    "find the same as checks from memory: %s",
    async (_, nth) => {
      const site = cases[nth]?.site ?? soundSite;
      const fromMemory = gatherFacts(
        { address: "https://sound.test/", hasScheme: false },
        { ...options, session: sampleSession(site) },
      );
      const host = village.hostOf(nth + 1);
      expect(await findingsOf(gather(nth + 1), host)).toEqual(
        await findingsOf(fromMemory, "sound.test"),
      );
    },
    scaled(20_000),
  );

  test.each(refused.map(({ title }, nth) => [title, nth] as const))(
    "refuse a site with a message when %s",
    async (_, nth) => {
      const gathered = await gather(cases.length + 1 + nth);
      expect(gathered).toMatchObject({
        refusal: {
          kind: refused[nth]?.kind,
          sentence: expect.stringMatching(refused[nth]?.sentence ?? ""),
        },
      });
    },
  );
});
