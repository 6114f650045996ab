import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultAddresses } from "#content/addresses/listings.ts";
import { blocks } from "#content/model/blocks.ts";
import { designs } from "#look/designs.ts";
import { lookOf } from "#look/look.ts";
import { dressedPattern } from "#look/patterns/pattern-address.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, WebClient } from "./support/servers/web-client.ts";

// The HTML of a new installation, as the built program sends it to visitors.

let furrow: FurrowServer;
let visitor: WebClient;
beforeAll(async () => {
  furrow = await startFurrow();
  visitor = new WebClient(furrow.url);
  // The list of articles is there from the first article on.
  await (await adminOf(furrow)).call("POST", "/add-site-article", blocks.articles.example);
});
afterAll(() => furrow.stop());

// The first test, because the cache holds every page that was visited.
test("a failing database shows an error page with status 500 and no details, and the site recovers", async () => {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database.exec("alter table content_records rename to content_records_away");
  // A fixed path, a path that the owner can move, and an unknown path.
  for (const path of ["/", "/service/", "/nothing-here"]) {
    const { status, text } = await visitor.see(path);
    expect([path, status]).toEqual([path, 500]);
    expect(text).toContain("Something broke on our side");
    expect(text).not.toContain("content_records");
  }
  database.exec("alter table content_records_away rename to content_records");
  database.close();
  expect((await visitor.see("/")).status).toBe(200);
});

const forms = ["/login", "/register", "/reset"];
const listed = Object.values(defaultAddresses);

/** Addresses of the files that a page loads: `src`, `srcset`, style sheets, preloads and `url()`. */
function filesOf(html: string): string[] {
  const links = [...html.matchAll(/<link [^>]*rel="(?:preload|stylesheet|icon|manifest)"[^>]*>/g)];
  const sources = html.matchAll(/ (?:src|srcSet|imageSrcSet)="([^"]+)"|url\(["']?([^"')]+)/gi);
  return [
    ...links.map(([link]) => / href="([^"]+)"/.exec(link)?.[1] ?? "/"),
    ...[...sources].flatMap(([, list, url = ""]) => list?.split(", ") ?? url),
  ].filter((address) => !address.startsWith("data:"));
}

test("a public page is served in both spellings, and loads no script and nothing from another host", async () => {
  const faults: string[] = [];
  const spellings = listed.filter((path) => path !== "/").flatMap((path) => [path, `${path}/`]);
  for (const path of ["/", "/contact-us", "/thanks", ...spellings, ...forms]) {
    const { status, text } = await visitor.see(path.replace("//", "/"));
    if (status !== 200) faults.push(`${path} answers ${status}.`);
    const scripts = text.match(/<script [^>]*src=/g) ?? [];
    // One says how easy the new password is to guess, one asks about a mistyped email.
    if (scripts.length !== (path === "/register" ? 2 : 0)) faults.push(`${path}: ${scripts}`);
    const elsewhere = filesOf(text).filter((address) => /^(\w+:)?\/\//.test(address));
    for (const address of elsewhere) {
      if (!address.startsWith(furrow.url)) faults.push(`${path} loads ${address}.`);
    }
  }
  expect(faults).toEqual([]);
});

// The landing page has its inlined font, a picture and the field of the check. Two round trips carry
// 43.8 kB, because the second carries twice as much as the first. Each page has the rules of its look,
// 472 bytes of the landing page. The head of an answer, which names each inlined style sheet, counts.
test.each([
  ["/", 40_300],
  ["/service/", 18_700],
])("the compressed page %s has at most %i bytes", async (path, most) => {
  const received = async () => {
    const headers = { "accept-encoding": "gzip, deflate, br" };
    const { promise, resolve, reject } = Promise.withResolvers<{
      encoding: unknown;
      bytes: number;
    }>();
    const asked = get(furrow.url + path, { headers, agent: false }, (answer) => {
      const encoding = answer.headers["content-encoding"];
      answer.resume().once("end", () => resolve({ encoding, bytes: answer.socket.bytesRead }));
    });
    asked.once("error", reject);
    return promise;
  };
  await expect.poll(async () => (await received()).encoding).toBe("br");
  const { bytes } = await received();
  expect(bytes).toBeGreaterThan(5000);
  expect(bytes).toBeLessThanOrEqual(most);
});

test("before its pictures, a page loads one font at most, and the landing page none", async () => {
  for (const path of [...listed, ...forms]) {
    const { text } = await visitor.see(path);
    const preloads = [...text.matchAll(/<link rel="preload"[^>]*>/g)];
    expect(preloads.at(-1)?.index).toBeLessThan(text.indexOf("<style>"));
    const kinds = preloads.map(([link]) => / as="(\w+)"/.exec(link)?.[1]);
    // One picture for each combination of light or dark scheme and phone or wider screen. A browser
    // uses at most one of the four.
    expect([path, ...kinds]).toEqual([path, ...(path === "/" ? Array(4).fill("image") : ["font"])]);
    expect(text.includes("font/woff2;base64,")).toBe(path === "/");
  }
});

test("the landing page's first picture loads eagerly, and all other pictures wait until they are near the viewport", async () => {
  const main = /<main.*<\/main>/s.exec((await visitor.see("/")).text)?.[0] ?? "";
  const pictures = [...main.matchAll(/<img [^>]*>/g)].map(([picture]) => picture);
  const first = pictures.filter((picture) => picture.includes('fetchPriority="high"'));
  expect(first).toEqual([expect.stringContaining('loading="eager"')]);
  const others = pictures.filter((picture) => !first.includes(picture));
  expect(others.length).toBeGreaterThan(5);
  const faults = others.filter(
    (picture) => !/ loading="lazy"/.test(picture) || !/ width="\d+" height="\d+"/.test(picture),
  );
  expect(faults).toEqual([]);
});

test("each plan shows its price and as many points as the specification lists", async () => {
  const cards = (await visitor.see("/pricing")).text.match(/<article.*?<\/article>/gs) ?? [];
  const shown = cards.map((card) => [
    /<h3[^>]*>(\w+)/.exec(card)?.[1],
    /\$[\d.]+/.exec(card.replace(/<!-- -->|<\/?small>/g, ""))?.[0],
    // Only points have an icon; the terms of the plan are lines below its price.
    card.match(/<li><svg/g)?.length,
  ]);
  expect(shown).toEqual([
    ["Basic", "$149.00", 7],
    ["Standard", "$299.00", 7],
    ["Premium", "$499.00", 8],
  ]);
});

test("the header links to the sections of the landing page, and the footer and the registration to the legal pages", async () => {
  const { text } = await visitor.see("/");
  const header = /<header.*?<\/header>/s.exec(text)?.[0] ?? "";
  const footer = text.slice(text.lastIndexOf("<footer"));
  for (const id of ["service", "about-sec", "pricing", "testimonial", "contact-sec"]) {
    expect(header).toContain(`href="/#${id}"`);
    expect(text).toContain(` id="${id}"`);
  }
  const form = /<form[^>]*action="\/register.*?<\/form>/s.exec(
    (await visitor.see("/register")).text,
  );
  for (const [path, title] of [
    ["/privacy", "Privacy policy"],
    ["/terms", "Terms of service"],
    ["/refunds", "Refund policy"],
  ] as const) {
    expect(footer).toContain(`href="${path}"`);
    expect((await visitor.see(path)).text).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    if (path !== "/refunds") expect(form?.[0]).toContain(`href="${path}"`);
  }
});

test("a registration whose return path is on another site leads to the landing page", async () => {
  const answer = await fetch(`${furrow.url}/register?from=//evil.example/`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: furrow.url },
    body: new URLSearchParams({ email: "ada@example.com", password: "hedgerow and barley" }),
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
});

test("an unknown path shows a page of the site with status 404", async () => {
  for (const path of ["/no-such-page", "/no/such/page", "/order-now"]) {
    const { status, text } = await visitor.see(path);
    expect([status, text.includes("Back Home"), text.includes("<header")]).toEqual([
      404,
      true,
      true,
    ]);
  }
});

test("the site map, robots.txt, the manifest and llms.txt agree with the pages", async () => {
  const textOf = async (path: string) => (await visitor.see(path)).text;
  expect(await textOf("/robots.txt")).toContain(`Sitemap: ${furrow.url}/sitemap.xml`);
  const addresses = [...(await textOf("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)];
  // With the list of articles and its article.
  expect(addresses).toHaveLength(13);
  for (const [, address = ""] of addresses) {
    const html = await textOf(address.slice(furrow.url.length));
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html).not.toMatch(/<meta [^>]*noindex/);
  }
  expect(await textOf("/login")).toContain("noindex");
  for (const { src, sizes } of JSON.parse(await textOf("/manifest.webmanifest")).icons) {
    const { status, headers } = await visitor.see(src);
    const expected = [200, "image/png", expect.stringMatching(/^(\d+)x\1$/)];
    expect([status, headers.get("content-type"), sizes]).toEqual(expected);
  }
  expect(await textOf("/llms.txt")).toContain("# Furrow");
});

test("patterns are pictures in the colours of the look, or in those that their address names", async () => {
  const see = async (path: string) => {
    const { status, headers, text } = await visitor.see(path);
    return { status, type: headers.get("content-type"), cache: headers.get("cache-control"), text };
  };
  const published = await see("/patterns/lines.svg");
  expect(published).toMatchObject({ status: 200, type: "image/svg+xml" });
  expect(published.cache).not.toContain("immutable");
  expect(published.text).toContain(designs.Field.palettes.light.brand);
  const dressed = await see(dressedPattern("/patterns/lines.svg", lookOf(undefined)));
  expect(dressed.text).toBe(published.text);
  expect(dressed.cache).toContain("immutable");
  const own = await see("/patterns/lines.svg?light=ffffff-112233-445566-778899");
  expect(own.text).toContain("#112233");
  expect((await see("/patterns/waves.svg")).status).toBe(404);
});
