import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseHere } from "../../../tests/support/parse-here.ts";
import {
  redirectTo,
  sendBrotliBomb,
  sendGzipBomb,
  sendWithoutEnd,
} from "../../../tests/support/websites/hostile-answers.ts";
import { robotsBytes } from "../engine/robots-status.ts";
import { runChecks } from "../engine/run-checks.ts";
import { type LoopbackPermission, PublicFetcher } from "./fetch-public.ts";
import { gatherFacts } from "./gather-facts.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const page = "<!doctype html><html lang=en><title>Hostile</title><h1>Hostile</h1>";
const pageWith = (links: string) => `${page}${links}`;
const home: RequestListener = (_, response) => response.writeHead(200, html).end(page);

/** Answers of a site by path; every other path answers 404. */
type HostileSite = Readonly<Record<string, RequestListener>>;

const refused: readonly (readonly [name: string, sentence: RegExp, site: HostileSite])[] = [
  ["a page that never ends", /larger than 2 MB/, { "/": (_, r) => sendWithoutEnd(r, html) }],
  ["a gzip bomb", /larger than 2 MB/, { "/": (_, r) => sendGzipBomb(r, html) }],
  ["a Brotli bomb", /larger than 2 MB/, { "/": (_, r) => sendBrotliBomb(r, html) }],
  ["a redirect to itself", /more than five redirects/, { "/": redirectTo("/") }],
  [
    "endless redirects",
    /more than five redirects/,
    Object.fromEntries(
      Array.from({ length: 20 }, (_, nth) => [
        nth === 0 ? "/" : `/${nth}`,
        redirectTo(`/${nth + 1}`),
      ]),
    ),
  ],
  [
    "a redirect to a host in a private network",
    /private network/,
    { "/": redirectTo("http://inside.test/") },
  ],
  [
    "a redirect to a host whose robots.txt forbids the check",
    /robots\.txt does not let FurrowCheck read this address/,
    { "/": redirectTo("http://forbidding.test/") },
  ],
  [
    "a head of 70 kB",
    /larger than 64 kB/,
    { "/": (_, r) => r.writeHead(200, { "x-l": "x".repeat(70_000) }).end() },
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

const checked: readonly (readonly [name: string, site: HostileSite])[] = [
  [
    "a robots.txt of 10 MB, of which 500 KiB are read",
    {
      "/": home,
      "/robots.txt": (_, r) =>
        r.end(`User-agent: *\n${"Allow: /a\n".repeat(1_000_000)}Disallow: /\n`),
    },
  ],
  ["a robots.txt that never ends", { "/": home, "/robots.txt": (_, r) => sendWithoutEnd(r) }],
  ["a sitemap that is a bomb", { "/": home, "/sitemap.xml": (_, r) => sendGzipBomb(r) }],
  [
    "an icon and an llms.txt that never end",
    {
      "/": home,
      "/favicon.ico": (_, r) => sendWithoutEnd(r),
      "/llms.txt": (_, r) => sendWithoutEnd(r),
    },
  ],
  [
    "links that redirect without an end and into a private network",
    {
      "/": (_, r) =>
        r
          .writeHead(200, html)
          .end(pageWith('<a href="/loop">Loop</a> <a href="/inside">Inside</a>')),
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
  server = createServer({ maxHeaderSize: 200_000 }, (request, response) => {
    const { host = "" } = request.headers;
    asked.push(`${host}${request.url}`);
    const path = request.url ?? "";
    if (host === "forbidding.test" && path === "/robots.txt") {
      response.end("User-agent: *\nDisallow: /");
      return;
    }
    if (host === "other.test" && path === "/") return home(request, response);
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

function gather(fetcher = fetcherTo((server.address() as AddressInfo).port)) {
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

const fetcherTo = (port: number, limits?: LoopbackPermission["limits"]) =>
  new PublicFetcher(
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
      portFor: () => port,
      ...(limits && { limits }),
    },
  );

test.each(refused)("A site with %s is refused with a message", async (_, sentence, hostile) => {
  site = hostile;
  const gathered = await gather();
  expect("refusal" in gathered ? gathered.refusal.sentence : "checked").toMatch(sentence);
});

test.each(checked)("A site with %s is checked within the limits", async (_, hostile) => {
  site = hostile;
  asked = [];
  const gathered = await gather();
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  const { facts, result } = gathered;
  expect(result.summary.title).toBe("Hostile");
  expect(result.outcomes.length).toBeGreaterThan(30);
  expect(asked.length).toBeLessThanOrEqual(12);
  expect(asked.filter((one) => one.startsWith("inside.test"))).toEqual([]);
  const { robots } = facts;
  if (robots.failure === undefined) expect(robots.body.length).toBeLessThanOrEqual(robotsBytes);
});

test("A site that accepts a connection and never answers is refused with a message", async () => {
  const silent = createTcpServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const limits = { requestMs: 100, sessionMs: 60_000 };
  const fetcher = fetcherTo((silent.address() as AddressInfo).port, limits);
  const gathered = await gather(fetcher);
  expect("refusal" in gathered && gathered.refusal.sentence).toBe(
    "The site did not answer within 10 seconds.",
  );
  silent.close();
});
