import { expect, test } from "vitest";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { runChecks } from "../engine/run-checks.ts";
import { sampleSession } from "../samples/sample-session.ts";
import { changed, type SampleSite, soundSite, withAnswer } from "../samples/sample-site.ts";
import { FetchRefusal, type FetchSession } from "./fetch-public.ts";
import { gatherFacts } from "./gather-facts.ts";

async function obstacleFor(session: FetchSession) {
  const gathered = await gatherFacts(
    { address: "https://sound.test/", hasScheme: false },
    {
      session,
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    },
  );
  return "refusal" in gathered ? gathered.obstacle : undefined;
}

const robots = (body: string) => withAnswer("/robots.txt", { status: 200, body });
const to = (location: string) => ({ status: 302, headers: { location } });
const everybody = "User-agent: *\nDisallow: /";

test.each<[string, (site: SampleSite) => SampleSite, string, RegExp]>([
  [
    "robots.txt forbids it to everybody",
    robots(everybody),
    "robots-search-engines",
    /Googlebot or Bingbot/,
  ],
  [
    "robots.txt forbids it to all but Google",
    robots(`User-agent: Googlebot\nAllow: /\n\n${everybody}`),
    "robots-search-engines",
    /not let Bingbot/,
  ],
  [
    "robots.txt forbids it to our crawler alone",
    robots("User-agent: FurrowCheck\nDisallow: /"),
    "own-crawler",
    /does not let FurrowCheck read/,
  ],
  [
    "a redirect leads to a forbidden page",
    withAnswer("/", to("/till/1")),
    "robots-search-engines",
    /Googlebot/,
  ],
  ["robots.txt fails", withAnswer("/robots.txt", { status: 503 }), "robots-answers", /error 503/],
  ["the page fails", withAnswer("/", { status: 502, body: "<h1>Bad" }), "page-status", /error 502/],
  [
    "the certificate is invalid",
    changed({ certificate: "untrusted", plainHttp: "redirects" }),
    "certificate",
    /not valid/,
  ],
  [
    "nothing listens",
    changed({ answers: {}, otherwise: to("http://sound.test/"), plainHttp: "refuses" }),
    "server-answers",
    /does not answer/,
  ],
  ["it redirects in a circle", withAnswer("/", to("/")), "redirects-end", /in a circle/],
])("A site is not found when %s", async (_, change, check, sentence) => {
  // A session from memory follows a circle until its requests are used up.
  const session = limited(sampleSession(change(soundSite)));
  const obstacle = await obstacleFor(session);
  expect(obstacle).toMatchObject({ check, outcome: { sentence: expect.stringMatching(sentence) } });
  expect(obstacle?.outcome.places.length).toBeGreaterThan(0);
});

test("A site that answers too slowly is not found", async () => {
  expect(await obstacleFor(failing("too-slow"))).toMatchObject({ check: "answer-in-time" });
});

test.each(["no-connection", "unresolved", "private", "too-large", "unreadable"] as const)(
  "A limit of ours is no fault of the site: %s",
  async (kind) => {
    expect(await obstacleFor(failing(kind))).toBeNull();
  },
);

function failing(kind: FetchRefusal["failure"]["kind"]): FetchSession {
  const session = sampleSession(soundSite);
  return {
    requestsLeft: 12,
    get: (address, options = {}) =>
      session.get(address, {
        ...options,
        async beforeRequest() {
          throw new FetchRefusal(kind, "It failed.");
        },
      }),
  };
}

/** Ends an exchange of more than five redirects, as `PublicFetcher` does. */
function limited(session: FetchSession): FetchSession {
  return {
    requestsLeft: 12,
    get(address, options = {}) {
      let asked = 0;
      return session.get(address, {
        ...options,
        async beforeRequest(next) {
          await options.beforeRequest?.(next);
          asked += 1;
          if (asked > 6) throw new FetchRefusal("too-many-redirects", "More than five redirects.");
        },
      });
    },
  };
}
