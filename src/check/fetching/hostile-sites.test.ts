import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseHere } from "../../../tests/support/parse-here.ts";
import {
  redirectTo,
  sendGzipBomb,
  sendWithoutEnd,
} from "../../../tests/support/websites/hostile-answers.ts";
import { robotsBytes } from "../engine/robots-status.ts";
import { runChecks } from "../engine/run-checks.ts";
import { PublicFetcher } from "./fetch-public.ts";
import { gatherFacts } from "./gather-facts.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const page = "<!doctype html><html lang=en><title>Hostile</title><h1>Hostile</h1>";
const sendPage =
  (links = ""): RequestListener =>
  (_, response) =>
    response.writeHead(200, html).end(page + links);

/** Answers of a site by path; every other path answers 404. */
type HostileSite = Readonly<Record<string, RequestListener>>;

const refused: readonly (readonly [name: string, sentence: RegExp, site: HostileSite])[] = [
  ["a page that never ends", /larger than 2 MB/, { "/": (_, r) => sendWithoutEnd(r, html) }],
  [
    "a redirect to a host whose robots.txt forbids the check",
    /robots\.txt does not let FurrowCheck read this address/,
    { "/": redirectTo("http://forbidding.test/") },
  ],
  ["a connection that it closes", /does not answer/, { "/": (_, r) => r.destroy() }],
  [
    "a body that it cuts off",
    /does not answer/,
    {
      "/": (_, r) => {
        r.writeHead(200, { ...html, "content-length": "5000" });
        r.write(page, () => r.destroy());
      },
    },
  ],
];

const longRobots = `User-agent: *\n${"Allow: /a\n".repeat(1_000_000)}Disallow: /\n`;
const loops = '<a href="/loop">Loop</a> <a href="/inside">Inside</a>';
const checked: readonly (readonly [name: string, site: HostileSite])[] = [
  [
    "a robots.txt of 10 MB, of which 500 KiB are read",
    { "/": sendPage(), "/robots.txt": (_, r) => r.end(longRobots) },
  ],
  [
    "files that never end, and a sitemap that is a bomb",
    {
      "/": sendPage(),
      "/robots.txt": (_, r) => sendWithoutEnd(r),
      "/sitemap.xml": (_, r) => sendGzipBomb(r),
      "/favicon.ico": (_, r) => sendWithoutEnd(r),
      "/llms.txt": (_, r) => sendWithoutEnd(r),
    },
  ],
  [
    "links that redirect without an end and into a private network",
    {
      "/": sendPage(loops),
      "/loop": redirectTo("/loop"),
      "/inside": redirectTo("http://inside.test/"),
    },
  ],
  [
    "a redirect to another host, which is checked in its place",
    { "/": redirectTo("http://other.test/") },
  ],
];

let site: HostileSite = {};
let server: Server;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const { host = "" } = request.headers;
    asked.push(`${host}${request.url}`);
    const path = request.url ?? "";
    if (host === "forbidding.test" && path === "/robots.txt") {
      response.end("User-agent: *\nDisallow: /");
      return;
    }
    if (host === "other.test" && path === "/") return sendPage()(request, response);
    const answer = host === "hostile.test" ? site[path] : undefined;
    if (answer === undefined) response.writeHead(404, html).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function gather(hostile: HostileSite) {
  site = hostile;
  asked = [];
  const fetcher = new PublicFetcher(
    {
      userAgent: "FurrowCheck/1.0",
      own: { hosts: [], addresses: [] },
      async resolve(name) {
        if (name.startsWith("www.")) throw Object.assign(new Error(), { code: "ENOTFOUND" });
        return [name === "inside.test" ? "10.0.0.1" : "127.0.0.1"];
      },
    },
    {
      allows: (address) => address === "127.0.0.1",
      portFor: () => (server.address() as AddressInfo).port,
    },
  );
  return gatherFacts(
    { address: "http://hostile.test/", hasScheme: true },
    {
      session: fetcher.open(),
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    },
  );
}

test.each(refused)("A site with %s is refused with a message", async (_, sentence, hostile) => {
  const gathered = await gather(hostile);
  expect("refusal" in gathered ? gathered.refusal.sentence : "checked").toMatch(sentence);
});

test.each(checked)("A site with %s is checked within the limits", async (_, hostile) => {
  const gathered = await gather(hostile);
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  const { facts, result } = gathered;
  expect(result.summary.title).toBe("Hostile");
  expect(result.outcomes.length).toBeGreaterThan(30);
  expect(asked.length).toBeLessThanOrEqual(12);
  expect(asked.filter((one) => one.startsWith("inside.test"))).toEqual([]);
  const { robots } = facts;
  if (robots.failure === undefined) expect(robots.body.length).toBeLessThanOrEqual(robotsBytes);
});
