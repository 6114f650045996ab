import { afterAll, beforeAll, expect, test } from "vitest";
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

/** The checks whose result depends on the connection. All others only read what has arrived. */
const ofConnection = [
  "certificate",
  "https-redirect",
  "one-host",
  "redirect-chain",
  "compression",
  "page-status",
  "soft-404",
];
const cases = checks
  .filter(({ id }) => ofConnection.includes(id))
  .flatMap(({ id, bad }) => bad.map(({ title, change }) => ({ title: `${id}: ${title}`, change })));

const answers = (path: string, answer: Parameters<typeof withAnswer>[1]) =>
  withAnswer(path, answer)(soundSite);
const refused: readonly (readonly [kind: string, sentence: RegExp, site: SampleSite])[] = [
  [
    "robots",
    /robots\.txt does not let FurrowCheck read this address \(line 2: “Disallow: \/”\)/,
    answers("/robots.txt", { status: 200, body: "User-agent: furrowcheck\nDisallow: /" }),
  ],
  ["robots", /error 503/, answers("/robots.txt", { status: 503 })],
  [
    "robots",
    /does not let FurrowCheck read this address/,
    answers("/", { status: 302, headers: { location: "/till/1" } }),
  ],
  [
    "unreadable",
    /application\/pdf/,
    answers("/", { status: 200, headers: { "content-type": "application/pdf" }, body: "%PDF" }),
  ],
  [
    "too-large",
    /larger than 2 MB/,
    inAnswer("/", "<h1>", `${"<p>Bread</p>".repeat(200_000)}<h1>`)(soundSite),
  ],
  [
    "unreachable",
    /does not answer/,
    changed({
      certificate: "trusted",
      plainHttp: "refuses",
      answers: {},
      otherwise: { status: 302, headers: { location: "http://sound.test/" } },
    })(soundSite),
  ],
  [
    "certificate",
    /not valid/,
    changed({ certificate: "untrusted", plainHttp: "refuses" })(soundSite),
  ],
];

const sites = [soundSite, ...cases.map(({ change }) => change(soundSite))];
let village: Awaited<ReturnType<typeof openVillage>>;
beforeAll(async () => {
  village = await openVillage([...sites, ...refused.map(([, , site]) => site)]);
});
afterAll(() => village.close());

function gather(host: string, session = village.fetcher.open()) {
  return gatherFacts(
    { address: `https://${host}/`, hasScheme: false },
    {
      session,
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    },
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

test(
  "Checks over real sockets find the same as checks from memory",
  async () => {
    expect(new Set(cases.map(({ title }) => title.split(":")[0])).size).toBe(ofConnection.length);
    for (const [nth, site] of sites.entries()) {
      const host = village.hostOf(nth);
      const fromMemory = gather("sound.test", sampleSession(site));
      expect([cases[nth - 1]?.title, await findingsOf(gather(host), host)]).toEqual([
        cases[nth - 1]?.title,
        await findingsOf(fromMemory, "sound.test"),
      ]);
    }
  },
  scaled(120_000),
);

test("Checks over real sockets refuse a site with a message", async () => {
  for (const [nth, [kind, sentence]] of refused.entries()) {
    const refusal = { kind, sentence: expect.stringMatching(sentence) };
    expect(await gather(village.hostOf(sites.length + nth))).toMatchObject({ refusal });
  }
});
