import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FetchedResponse } from "./facts.ts";
import { readSitemap } from "./read-sitemap.ts";

function read(
  body: string | Uint8Array,
  more: Partial<Pick<FetchedResponse, "isCut" | "headers">> = {},
) {
  const address = "https://farm.test/map.xml";
  return readSitemap({
    asked: address,
    hops: [],
    address,
    status: 200,
    headers: [["content-type", "application/xml"]],
    body: typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body),
    isCut: false,
    firstByteMs: 1,
    ...more,
  });
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const entry = (path: string) => `<url><loc>https://farm.test${path}</loc></url>`;
const urlset = (...entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespace}>\n${entries.join("\n")}\n</urlset>`;
const two = urlset(entry("/"), entry("/hay/"));
const addresses = ["https://farm.test/", "https://farm.test/hay/"];
const valid = { kind: "urlset", fault: null, isPart: false, addresses };

const utf16 = (hasMark: boolean, isBig = false) => {
  const text = `${hasMark ? "\uFEFF" : ""}${two.replace("UTF-8", "UTF-16")}`;
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const inEach = (start: string, end: string) =>
  two.replaceAll("<loc>", start).replaceAll("</loc>", end);
const withPart = (part: string) => two.replaceAll("</url>", `${part}</url>`);
const declared = `${namespace} xmlns:image="i" xmlns:video="v" xmlns:xhtml="h" xmlns:news="n"`;

describe("A sitemap is valid", () => {
  test.each<[string, string | Uint8Array]>([
    ["a comment after its root", `${two}\n<!-- 2 pages --><!-- in 4 ms -->\n`],
    ["a comment before its root", two.replace("<urlset", "<!-- <urlset> -->\n<urlset")],
    ["a comment in an address", two.replace("test/hay", "test/<!-- dry -->hay")],
    ["a comment of 100 kB", `${two}<!-- ${"x".repeat(100_000)} -->`],
    ["CDATA", inEach("<loc>\n <![CDATA[", " ]]>\n</loc>")],
    ["an address of text and CDATA", two.replace("/hay/", "/<![CDATA[hay]]>/")],
    ["a style sheet", two.replace("<urlset", '<?xml-stylesheet href="/s.xsl"?><urlset')],
    [
      "a prefix for all names",
      two.replace("xmlns=", "xmlns:s=").replaceAll(/(<\/?)(?=url|loc)/g, "$1s:"),
    ],
    ["no namespace", two.replace(namespace, "")],
    ["no XML declaration", two.replace(/^<\?.*\n/, "")],
    ["a doctype", two.replace("<urlset", '<!DOCTYPE urlset SYSTEM "map.dtd"><urlset')],
    ["a byte order mark and spaces", `\uFEFF\r\n\t ${two}`],
    ["line ends of old Macs", two.replaceAll("\n", "\r")],
    ["spaces in its tags", inEach("<loc  >", "</loc\n>")],
    ["attributes", two.replaceAll("<url>", "<url id='1' x=\"a > b\">")],
    ["a scheme in capitals", two.replaceAll("https:", "HTTPS:")],
    ["UTF-16 with a mark, little endian", utf16(true)],
    ["UTF-16 with a mark, big endian", utf16(true, true)],
    ["UTF-16 without a mark", utf16(false)],
    ["a wrong declaration of UTF-16", two.replace("UTF-8", "UTF-16")],
    ["two layers of gzip", gzipSync(gzipSync(two))],
    ["bytes after the end of gzip", Buffer.concat([gzipSync(two), Buffer.alloc(20)])],
    [
      "gzip in two members",
      Buffer.concat([two.slice(0, 99), two.slice(99)].map((s) => gzipSync(s))),
    ],
    [
      "pictures, videos, news and languages",
      withPart(
        '<lastmod>2026-03-04</lastmod><image:image><image:loc>https://cdn.test/1.jpg</image:loc></image:image><video:video><video:content_loc>https://cdn.test/1.mp4</video:content_loc></video:video><news:news><news:title>Hay &amp; straw</news:title></news:news><xhtml:link rel="alternate" hreflang="sv" href="https://farm.test/sv"/>',
      ).replace(namespace, declared),
    ],
    ["a prefix that is not declared", withPart("<image:loc>/1.jpg</image:loc>")],
  ])("with %s", (_, body) => {
    expect(read(body)).toEqual(valid);
  });

  test("with its entities unescaped", () => {
    const text = urlset(
      entry("/?a=1&amp;b=2"),
      entry("/&#x68;&#97;y"),
      entry("/&lt;&gt;&quot;&apos;"),
      "<url><loc>https://farm.test/<![CDATA[?a=1&b=2&amp;]]></loc></url>",
    );
    expect(read(text).addresses).toEqual([
      "https://farm.test/?a=1&b=2",
      "https://farm.test/hay",
      "https://farm.test/%3C%3E%22'",
      "https://farm.test/?a=1&b=2&amp;",
    ]);
  });

  test("in the charset of its declaration or its header", () => {
    for (const [label, header] of [
      ["ISO-8859-1", undefined],
      ["windows-1252", undefined],
      ["UTF-8", "text/xml; charset=iso-8859-1"],
    ] as const) {
      const text = urlset(entry("/käse/")).replace("UTF-8", label);
      const headers = header === undefined ? [] : [["content-type", header] as const];
      expect(read(Buffer.from(text, "latin1"), { headers })).toMatchObject({
        addresses: ["https://farm.test/k%C3%A4se/"],
        fault: null,
      });
    }
  });

  test("as an index of sitemaps", () => {
    const text = `<?xml version="1.0"?><sitemapindex ${namespace}><sitemap><loc>https://farm.test/1.xml.gz</loc><lastmod>2026</lastmod></sitemap></sitemapindex><!-- end -->`;
    const its = ["https://farm.test/1.xml.gz"];
    expect(read(text)).toEqual({ ...valid, kind: "sitemapindex", addresses: its });
  });

  test.each([
    "<rss version='2.0' xmlns:atom='a'><channel><link>https://farm.test/news</link><atom:link href='/feed'/><item><title>x</title><link><![CDATA[ https://farm.test/ ]]></link></item><item><link>https://farm.test/hay/</link><enclosure url='/x.mp3'/></item></channel></rss>",
    "<rdf:RDF xmlns:rdf='r' xmlns='http://purl.org/rss/1.0/'><channel><link>/</link></channel><item><link>https://farm.test/</link></item><item><link>https://farm.test/hay/</link></item></rdf:RDF>",
    "<feed xmlns='http://www.w3.org/2005/Atom'><link href='/feed'/><entry><link href='/'/><link rel='enclosure' href='/x.mp3'/></entry><entry><link rel='alternate' href='https://farm.test/hay/'/><link rel='self' href='/x'/></entry></feed>",
  ])("as the feed %.9s…", (body) => {
    expect(read(body)).toEqual({ ...valid, kind: "feed" });
  });

  test("as a list of addresses", () => {
    const [windows, marked] = [
      `${addresses.join("\r\n")}\r\n`,
      `\uFEFF\n${addresses.join("\n\n")}`,
    ];
    for (const body of [windows, marked, gzipSync(addresses.join("\n"))]) {
      expect(read(body)).toEqual({ ...valid, kind: "text" });
    }
  });

  test("whatever generated addresses, comments, CDATA and spaces it consists of", () => {
    const path = fc.stringMatching(/^[a-zäж水0-9?=&'-]{0,12}$/);
    const comment = fc.stringMatching(/^[ a-z<>&"]{0,12}$/);
    const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/);
    const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&apos;");
    const item = fc.record({ path, comment, space, isCdata: fc.boolean() });
    const items = fc.array(item, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(items, fc.boolean(), (all, isPacked) => {
        const entries = all.map(({ path, comment, space, isCdata }) => {
          const written = `https://farm.test/${path}`;
          const text = isCdata ? `<![CDATA[${written}]]>` : escaped(written);
          return `${space}<url>${space}<!--${comment}--><loc>${space}${text}${space}</loc></url>`;
        });
        const text = `${urlset(...entries)}<!--${all[0]?.comment}-->`;
        expect(read(isPacked ? gzipSync(text) : text)).toEqual({
          ...valid,
          addresses: all.map((one) => new URL(`https://farm.test/${one.path}`).href),
        });
      }),
    );
  });
});

const loc = (address: string) => `<url><loc>${address}</loc></url>`;

test("a sitemap has a fault, in the line that it names", () => {
  const faults: readonly (readonly [string | Uint8Array, RegExp])[] = [
    [two.replace("</urlset>", ""), /ends before its last tag/],
    [two.slice(0, -40), /ends before its last tag/],
    [`${two.replace("</urlset>", "")}<!-- </urlset>`, /ends before|valid XML/],
    [two.replace("</loc></url>", "</url></loc>"), /not valid XML/],
    [urlset(entry("/?a=1&b=2")), /not valid XML/],
    [urlset(entry("/&nbsp;")), /not valid XML/],
    [`${two}\nWarning: out of memory`, /not valid XML/],
    [urlset(entry("/"), loc("/hay/")), /“\/hay\/” is not a whole/],
    [urlset(loc("ftp://farm.test/")), /not a whole address/],
    [urlset("<url><loc/></url>"), /“” is not a whole address/],
    [urlset(), /lists no address/],
    ["<!doctype html><html><head><title>x</title></head></html>", /not a sitemap/],
    ["<svg xmlns='s'><loc>https://farm.test/</loc></svg>", /not a sitemap/],
    ["Page not found", /not a sitemap/],
    [" \n", /is empty/],
    [gzipSync(""), /is empty/],
    [`${addresses.join("\n")}\nhay\n`, /“hay” is not a whole/],
  ];
  for (const [body, fault] of faults) {
    expect(read(body)).toMatchObject({ fault: expect.stringMatching(fault), isPart: false });
  }
  expect(read(urlset(entry("/"), loc("hay"))).line).toBe(4);
  expect(read(`\n${urlset(entry("/"), "<url><x></url>")}`).line).toBe(5);
});

describe("Of a sitemap that is cut or too long for us, the first part counts", () => {
  const many = Array.from({ length: 50_100 }, (_, nth) => entry(`/hay-${nth * 7919}/`));
  const long = urlset(...many);
  const packed = gzipSync(long).subarray(0, 60_000);
  const padded = many.slice(0, 40_000).map((one) => `${one}<!--${"x".repeat(100)}-->`);

  test.each<[string, string | Uint8Array, boolean]>([
    ["cut by us", long.slice(0, 200_000), true],
    ["with more than 50,000 addresses", long, false],
    ["packed and cut by us", packed, true],
    ["packed and cut by the network", packed, false],
    ["packed, with more than we unpack", gzipSync(urlset(...padded)), false],
    ["as a list", "https://farm.test/1\n".repeat(999).slice(0, -9), true],
  ])("%s", (_, body, isCut) => {
    const sitemap = read(body, { isCut });
    expect(sitemap).toMatchObject({ fault: null, isPart: true });
    expect(sitemap.addresses.length).toBeGreaterThan(400);
    expect(sitemap.addresses.length).toBeLessThanOrEqual(50_000);
    const foreign = sitemap.addresses.filter((one) => !one.startsWith("https://farm.test/"));
    expect(foreign).toEqual([]);
  });

  test.each<[string, string | Uint8Array, boolean]>([
    ["before its root", `<?xml version="1.0"?><!-- ${"x".repeat(999)}`, true],
    ["before its first address", two.slice(0, 120), true],
    ["inside its packed head", gzipSync(two).subarray(0, 9), false],
    ["so that nothing can be unpacked", new Uint8Array([0x1f, 0x8b, 7, 7, 7, 7, 7, 7]), false],
  ])("without a fault if it is cut %s", (_, body, isCut) => {
    expect(read(body, { isCut })).toMatchObject({ fault: null, isPart: true, addresses: [] });
  });

  test("still with the faults of that part", () => {
    const cut = urlset(entry("/"), loc("hay"), entry("/")).slice(0, -20);
    expect(read(cut, { isCut: true }).fault).toMatch(/“hay”/);
  });
});

describe("A hostile sitemap", () => {
  test("does not grow by its entities, and they are no fault", () => {
    const entities = Array.from({ length: 20 }, (_, nth) =>
      nth === 0 ? '<!ENTITY e0 "hay">' : `<!ENTITY e${nth} "&e${nth - 1};&e${nth - 1};">`,
    );
    const text = two
      .replace("<urlset", `<!DOCTYPE urlset [${entities.join("")}]><urlset`)
      .replace("</url>", `</url>${loc("https://farm.test/&e19;")}`);
    expect(read(text)).toEqual({ ...valid, isPart: true });
  });

  test.each<[string, string | Uint8Array]>([
    ["with 100,000 open tags", `<urlset>${"<url>".repeat(100_000)}`],
    ["with 100,000 wrong end tags", `<urlset>${"</url>".repeat(100_000)}`],
    ["with 100,000 bare ampersands", `<urlset><url><loc>${"& ".repeat(100_000)}`],
    ["that grows a thousandfold", gzipSync(Buffer.alloc(30_000_000, "<!-- x -->"))],
    [
      "with names of Object",
      "<urlset><constructor/><url><__proto__ rel='toString'/></url></urlset>",
    ],
  ])("%s is read within limits", (_, body) => {
    expect(read(body).addresses).toEqual([]);
  });
});
