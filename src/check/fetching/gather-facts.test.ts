import { describe, expect, test } from "vitest";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { hasAnswered } from "../engine/facts.ts";
import { runChecks } from "../engine/run-checks.ts";
import { sampleSession } from "../samples/sample-session.ts";
import {
  inAnswer,
  inHtml,
  type SampleAnswer,
  type SampleSite,
  soundSite,
  withAnswer,
} from "../samples/sample-site.ts";
import { gatherFacts } from "./gather-facts.ts";

/** The facts of a site, and the addresses that were asked for. */
async function gather(site: SampleSite) {
  const asked: string[] = [];
  const session = sampleSession(site);
  const gathered = await gatherFacts(
    { address: "https://sound.test/", hasScheme: true },
    {
      session: {
        get requestsLeft() {
          return session.requestsLeft;
        },
        get: (address, options = {}) =>
          session.get(address, {
            ...options,
            async beforeRequest(next) {
              await options.beforeRequest?.(next);
              asked.push(next);
            },
          }),
      },
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    },
  );
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  return { asked, ...gathered };
}

const www = "https://www.sound.test";
const file = (body: string): SampleAnswer => ({ status: 200, body });
const serving = (robots: SampleAnswer): SampleSite => ({
  ...withAnswer("www.sound.test/robots.txt", robots)(soundSite),
  otherHost: "serves",
});
const ofWww = ({ asked }: { readonly asked: readonly string[] }) =>
  asked.flatMap((address) => address.split(www)[1] ?? []);

describe("The check of the www host", () => {
  test("asks the robots.txt of that host first", async () => {
    const gathered = await gather(serving(file("User-agent: *\nDisallow: /x")));
    expect(ofWww(gathered)).toEqual(["/robots.txt", "/"]);
    expect(gathered.facts.otherHost).toMatchObject({ status: 200 });
  });

  test.each([
    ["forbids it", file("User-agent: FurrowCheck\nDisallow: /")],
    ["fails", { status: 503 }],
  ])("does not ask the host when its robots.txt %s", async (_, robots) => {
    const gathered = await gather(serving(robots));
    expect(ofWww(gathered)).toEqual(["/robots.txt"]);
    expect(gathered.facts.otherHost?.failure?.kind).toBe("robots");
  });

  test("does not fetch a robots.txt twice when the host redirects to the other one", async () => {
    const { asked } = await gather(soundSite);
    expect(ofWww({ asked })).toEqual(["/robots.txt", "/"]);
    expect(asked.filter((one) => one === "https://sound.test/robots.txt")).toHaveLength(1);
  });
});

describe("The samples of a check", () => {
  test("are asked for once, however the page and the sitemap write them", async () => {
    const site = inAnswer(
      "/sitemap.xml",
      "https://sound.test/bread/",
      "https://sound.test/%62read/?utm_source=map",
    )(withAnswer("/%62read/?utm_source=map", soundSite.answers["/bread/"] ?? file(""))(soundSite));
    const { asked, facts, result } = await gather(site);
    // The sitemap answers for its own spelling.
    expect(asked.filter((one) => /read/.test(one))).toEqual([
      "https://sound.test/%62read/?utm_source=map",
    ]);
    expect(facts.linkedPages?.filter(hasAnswered).map(({ status }) => status)).toEqual([200, 200]);
    const found = result.outcomes.filter(({ outcome }) => outcome.kind === "found");
    expect(found).toEqual([]);
  });

  test("do not include the page under another spelling", async () => {
    const { asked, result } = await gather(
      inHtml('href="/buns/"', 'href="HTTPS://SOUND.test:443/?fbclid=7#buns"')(soundSite),
    );
    expect(asked.filter((one) => /fbclid/.test(one))).toEqual([]);
    expect(result.summary.internalLinks).toEqual(["https://sound.test/bread/"]);
  });

  test("come from a sitemap that robots.txt names by its path", async () => {
    const { asked, facts } = await gather(
      inAnswer("/robots.txt", "https://sound.test/sitemap.xml", "/sitemap.xml")(soundSite),
    );
    expect(asked).toContain("https://sound.test/sitemap.xml");
    expect(facts.listedPages).toHaveLength(2);
  });
});
