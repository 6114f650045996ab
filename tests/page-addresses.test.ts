import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { createRootAppWithApi } from "#server/root-app-with-api.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { openSite } from "./support/servers/site.ts";
import { publishChange, viewersOf, type WebClient } from "./support/servers/web-client.ts";

let furrow: FurrowServer;
let visitor: WebClient;
let admin: WebClient;
let customer: WebClient;
beforeAll(async () => {
  furrow = await startFurrow();
  ({ visitor, customer, admin } = await viewersOf(furrow));
});
afterAll(() => furrow.stop());

const move = (block: Block, pageAddress: string) => publishChange(admin, block, { pageAddress });

/**
 * Responses to a visitor, a customer and an admin at a path: a status, a redirect, or "another
 * page" if the page does not contain the text.
 */
function answersAt(path: string, text: string): Promise<(number | string)[]> {
  return Promise.all(
    [visitor, customer, admin].map(async (viewer) => {
      const { status, headers, text: page } = await viewer.see(path);
      const to = headers.get("location");
      if (to !== null) return `${status} ${to}`;
      return status === 200 && !page.includes(text) ? "another page" : status;
    }),
  );
}

const three = <Value>(value: Value) => [value, value, value];

test("from the next request on, a moved page is at its new address for everybody, and its former addresses redirect", async () => {
  const { blocks: plans, title } = { blocks: blocks.listingPricing, title: "<title>SEO plans" };
  for (const path of ["/pricing", "/pricing/"])
    expect(await answersAt(path, title)).toEqual(three(200));
  expect(await answersAt("/plans", title)).toEqual(three(404));
  for (const [address, former] of [
    ["/plans/", ["/pricing/"]],
    ["/our-prices/2027", ["/pric%69ng/", "/plans"]],
    ["", ["/plans/", "/our%2Dprices/2027/"]],
    ["/plans", ["/pricing", "/our-prices/2027"]],
  ] as const) {
    await move(plans, address);
    const present = address || "/pricing/";
    // The first request renders the page, the second request stores the page in the cache, and the
    // third request gets the cached page.
    for (let times = 0; times < 3; times++) {
      for (const old of former) {
        expect(await answersAt(old, title)).toEqual(three(`301 ${present}`));
      }
      const bare = present.replace(/\/$/, "");
      for (const path of [bare, `${bare}/?utm=x`, bare.toUpperCase(), bare.replace("n", "%6E")]) {
        expect(await answersAt(path, title)).toEqual(three(200));
      }
    }
    expect(await answersAt("/pricing/?utm=x&y=%20", title)).toEqual(
      three(present === "/pricing/" ? 200 : `301 ${present}?utm=x&y=%20`),
    );
  }
  expect((await visitor.see("/plans")).headers.get("cache-control")).toBe("public, no-cache");
});

test("all links to a moved page contain its current address", async () => {
  await move(blocks.listingService, "/what-we-do/");
  await move(blocks.listingContact, "/write-to-us");
  await move(blocks.listingPrivacy, "/legal/privacy");
  const left = /["(>](?:http:\/\/[^/"]+)?(?:\/service\/|\/contact|\/privacy)["#)<]/;
  for (const path of [
    "/",
    "/what-we-do",
    "/write-to-us",
    "/register",
    "/sitemap.xml",
    "/llms.txt",
  ]) {
    const { status, text } = await visitor.see(path);
    expect([path, status, left.exec(text)?.[0]]).toEqual([path, 200, undefined]);
  }
  const { text } = await visitor.see("/what-we-do/");
  const own = `${furrow.url}/what-we-do/`;
  expect(text).toContain(`<link rel="canonical" href="${own}"/>`);
  expect(text).toContain(`<meta property="og:url" content="${own}"/>`);
  expect(text).toContain(`"@id":"${own}#page"`);
  const rules = /<script type="speculationrules">(.*?)<\/script>/.exec(text)?.[1] ?? "{}";
  const [{ where }] = JSON.parse(rules).prefetch;
  expect(where.href_matches).toEqual(
    expect.arrayContaining(["/what-we-do/", "/write-to-us", "/legal/privacy"]),
  );
  const footer = text.slice(text.lastIndexOf("<footer"));
  for (const address of ["/what-we-do/", "/write-to-us", "/legal/privacy"]) {
    expect(footer).toContain(`href="${address}"`);
  }
  expect((await visitor.see("/sitemap.xml")).text).toContain(`<loc>${own}</loc>`);
  expect((await customer.see("/dashboard")).text).toContain('href="/write-to-us"');
  // A new installation redirects /services to the service page, which has moved to /what-we-do/.
  expect(await answersAt("/services", "")).toEqual(three("301 /what-we-do/"));
});

test("the content security policy of a page allows its inlined speculation rules", async () => {
  const allowed: string[] = [];
  for (const viewer of [visitor, customer]) {
    for (const path of ["/what-we-do", "/nowhere", "/login", "/account", "/admin"]) {
      const { text, headers } = await viewer.see(path);
      const rules = /<script type="speculationrules">(.*?)<\/script>/.exec(text)?.[1];
      if (rules === undefined) continue;
      const hash = createHash("sha256").update(rules).digest("base64");
      allowed.push(path);
      expect(headers.get("content-security-policy")).toContain(
        `script-src 'self' 'sha256-${hash}'`,
      );
    }
  }
  expect(new Set(allowed)).toEqual(
    new Set(["/what-we-do", "/nowhere", "/login", "/account", "/admin"]),
  );
});

const message = { email: "bea@example.com", message: "When can we begin?" };

function send(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${furrow.url}${path}`, {
    method: "POST",
    headers: { origin: furrow.url },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

test("a page's form works at its present and former addresses, and a rejected form keeps its text", async () => {
  const page = await visitor.see("/write-to-us");
  expect(page.text).toContain('action="/write-to-us"');
  expect((await visitor.see("/")).text).toContain('action="/write-to-us"');
  const sent = await send("/write-to-us", message);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/thanks"]);
  const refused = await send("/write-to-us", { message: "Three words only" });
  const text = await refused.text();
  expect([refused.status, text.includes("Three words only")]).toEqual([400, true]);
  expect(text).toContain('action="/write-to-us"');
  // A form that was opened before the move is sent to the former address.
  expect((await send("/contact", message)).status).toBe(303);
  await move(blocks.listingContact, "/say-hello");
  const late = await send("/write-to-us", message);
  expect([late.status, late.headers.get("location")]).toEqual([308, "/say-hello"]);
  expect(await answersAt("/contact-us", 'action="/say-hello"')).toEqual(three(200));
  expect((await send("/contact-us", message)).status).toBe(303);
});

test("the first word of every path that the site itself serves is reserved", async () => {
  const site = await openSite({ METRICS_TOKEN: "a token of the tests" });
  const { reservedWords } = site.services;
  const paths = createRootAppWithApi(site.services).routes.map(({ path }) => path);
  const files = ["public", "build/client"].flatMap((folder) => readdirSync(folder));
  const words = [...paths, ...files.map((file) => `/${file}`)]
    // It serves only uploaded fonts, whose addresses have a dot.
    .filter((path) => path !== "/fonts/*")
    .map((path) => path.split("/")[1] ?? "")
    // A path with a dot or an asterisk cannot be the address of a page.
    .filter((word) => /^[a-z0-9-]+$/.test(word));
  expect(words.length).toBeGreaterThan(100);
  expect([...new Set(words)].filter((word) => !reservedWords.has(word))).toEqual([]);
  for (const word of ["login", "admin", "setting", "edit-banner", "share", "contact-us"]) {
    expect(reservedWords).toContain(word);
  }
  await site.close();
});
