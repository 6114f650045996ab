import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import lighthouse from "lighthouse";
import { runChecks } from "#check/engine/run-checks.ts";
import { gatherFacts } from "#check/fetching/gather-facts.ts";
import { lighthouseAudits } from "#check/lighthouse-audits.ts";
import { sampleSession } from "#check/samples/sample-session.ts";
import {
  both,
  inHtml,
  type SampleSite,
  sampleHost,
  soundSite,
  withAnswer,
  withHeaders,
} from "#check/samples/sample-site.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { parseHere } from "../../support/parse-here.ts";
import { findFreePort } from "../../support/servers/free-port.ts";

const address = 'rel="canonical" href="https://sound.test/"';
const buns = '<a href="/buns/">cinnamon buns on Fridays</a>';
const description = '<meta name="description" content="';
const swedish = 'hreflang="sv" href="https://sound.test/sv/"';

const sites: Readonly<Record<string, (site: SampleSite) => SampleSite>> = {
  "a page that lacks texts": both(
    inHtml("<title>Rye bakery in Malmö with bread every morning</title>", ""),
    inHtml(description, '<meta name="note" content="'),
    inHtml('alt="The stone oven"', ""),
    inHtml(buns, '<a href="/buns/">Read more</a>'),
    inHtml(address, 'rel="canonical" href="https://"'),
    inHtml('hreflang="sv"', 'hreflang="xx"'),
  ),
  "a page that crawlers may not list": both(
    inHtml("<title>", '<meta name="robots" content="noindex"><title>'),
    inHtml(address, `${address}><link rel="canonical" href="https://sound.test/buns/"`),
    inHtml(buns, '<a href="javascript:open()">cinnamon buns on Fridays</a>'),
    inHtml(swedish, 'hreflang="sv_SE" href="https://sound.test/sv/"'),
    withAnswer("/robots.txt", {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Home</title>",
    }),
  ),
  "a page whose headers forbid it": both(
    withHeaders({ "x-robots-tag": "noindex" }),
    inHtml(address, 'rel="canonical" href="https://sound.test/sv/"'),
    inHtml(buns, '<a onclick="go()">cinnamon buns on Fridays</a>'),
  ),
  "a page that robots.txt forbids to Google": both(
    withAnswer("/robots.txt", {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "User-agent: Googlebot\nDisallow: /\n",
    }),
    inHtml(address, 'rel="canonical" href="/"'),
    inHtml(buns, '<a href="/buns/">läs mer</a>'),
    inHtml(swedish, 'hreflang="en-UK" href="/sv/"'),
  ),
};

test("the checks agree with Lighthouse, except for the differences that docs/seo-checks.md explains", async ({
  playwright,
}) => {
  test.slow();
  const port = await findFreePort();
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
  });
  const differing = new Set<string>();
  for (const [name, change] of Object.entries(sites)) {
    const site = change(soundSite);
    const passes = await auditsOf(site, port);
    const found = await findingsOf(site);
    for (const { audit, checks, difference } of lighthouseAudits) {
      const isFound = checks.some((check) => found.has(check));
      if (passes[audit] !== isFound) continue;
      if (difference !== undefined) differing.add(audit);
      else expect.soft(`${audit} and ${checks} on ${name}`).toBe("in agreement");
    }
  }
  await browser.close();
  // Each explained difference occurred, so no explanation is outdated.
  expect([...differing].sort()).toEqual(
    lighthouseAudits.flatMap(({ audit, difference }) => (difference ? [audit] : [])).sort(),
  );
});

/** Lighthouse's audits of a page, by their ids: true if the page passes. */
async function auditsOf(
  site: SampleSite,
  port: number,
): Promise<Readonly<Record<string, boolean>>> {
  const server = createServer(({ url = "/" }, response) => {
    const answer = site.answers[url] ?? site.otherwise;
    const { port } = server.address() as AddressInfo;
    const body = answer.body?.replaceAll(`https://${sampleHost}`, `http://127.0.0.1:${port}`);
    const { "content-encoding": _, ...headers } = answer.headers ?? {};
    response.writeHead(answer.status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  const result = await lighthouse(`http://127.0.0.1:${own}/`, {
    port,
    logLevel: "error",
    onlyAudits: lighthouseAudits.map(({ audit }) => audit),
    disableFullPageScreenshot: true,
    throttlingMethod: "provided",
  });
  server.closeAllConnections();
  server.close();
  return Object.fromEntries(
    Object.values(result?.lhr.audits ?? {}).map(({ id, score }) => [id, score === 1]),
  );
}

async function findingsOf(site: SampleSite): Promise<ReadonlySet<string>> {
  const gathered = await gatherFacts(
    { address: `https://${sampleHost}/`, hasScheme: true },
    {
      session: sampleSession(site),
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    },
  );
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  return new Set(
    gathered.result.outcomes.flatMap(({ check, outcome }) =>
      outcome.kind === "found" ? [check] : [],
    ),
  );
}
