import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FetchedResponse } from "./facts.ts";
import { readSitemap } from "./read-sitemap.ts";

const address = "https://farm.test/map.xml";

function responseOf(
  body: string | Uint8Array,
  more: Partial<Pick<FetchedResponse, "isCut" | "headers">> = {},
): FetchedResponse {
  return {
    asked: address,
    hops: [],
    address,
    status: 200,
    headers: [["content-type", "application/xml"]],
    body: typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body),
    isCut: false,
    firstByteMs: 1,
    ...more,
  };
}

const read = (...sent: Parameters<typeof responseOf>) => readSitemap(responseOf(...sent));
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const entry = (path: string) => `<url><loc>https://farm.test${path}</loc></url>`;
const urlset = (...entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespace}>\n${entries.join("\n")}\n</urlset>`;
const two = urlset(entry("/"), entry("/hay/"));
const addresses = ["https://farm.test/", "https://farm.test/hay/"];
const valid = { kind: "urlset", fault: null, isPart: false, addresses };

const utf16 = (text: string, isBig: boolean, hasMark: boolean) => {
  const bytes = Buffer.from(`${hasMark ? "\uFEFF" : ""}${text}`, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("A sitemap is valid", () => {
  test.each<[string, string | Uint8Array]>([
    ["with a comment after its root", `${two}\n<!-- 2 pages --><!-- in 4 ms -->\n`],
    ["with a comment before its root", two.replace("<urlset", "<!-- <urlset> -->\n<urlset")],
    [
      "with a comment between entries",
      two.replace("</url>", "</url><!-- <url><loc>x</loc></url> -->"),
    ],
    ["with a comment in an address", two.replace("test/hay", "test/<!-- dry -->hay")],
    ["with a comment of 100 kB", `${two}<!-- ${"x".repeat(100_000)} -->`],
    [
      "with CDATA",
      two.replaceAll("<loc>", "<loc>\n <![CDATA[").replaceAll("</loc>", " ]]>\n</loc>"),
    ],
    ["with an address of text and CDATA", two.replace("/hay/", "/<![CDATA[hay]]>/")],
    [
      "with a style sheet",
      two.replace("<urlset", '<?xml-stylesheet type="text/xsl" href="/s.xsl"?><urlset'),
    ],
    [
      "with a prefix for all names",
      two.replace("xmlns=", "xmlns:s=").replaceAll(/(<\/?)(?=url|loc)/g, "$1s:"),
    ],
    ["without a namespace", two.replace(namespace, "")],
    ["without an XML declaration", two.replace(/^<\?.*\n/, "")],
    ["with a doctype", two.replace("<urlset", '<!DOCTYPE urlset SYSTEM "map.dtd"><urlset')],
    ["with spaces before its declaration", `\r\n\t ${two}`],
    ["with a byte order mark", `\uFEFF${two}`],
    ["with a byte order mark and a line", `\uFEFF\n${two}`],
    ["with line ends of old Macs", two.replaceAll("\n", "\r")],
    [
      "with spaces in its tags",
      two.replaceAll("<loc>", "<loc  >").replaceAll("</loc>", "</loc\n>"),
    ],
    ["with attributes", two.replaceAll("<url>", "<url id='1' x=\"a > b\">")],
    [
      "with spaces around its addresses",
      two.replaceAll("<loc>", "<loc>\n\t").replaceAll("</loc>", "\n</loc>"),
    ],
    ["with a scheme in capitals", two.replaceAll("https:", "HTTPS:")],
    ["in UTF-16 with a mark, little endian", utf16(two.replace("UTF-8", "UTF-16"), false, true)],
    ["in UTF-16 with a mark, big endian", utf16(two.replace("UTF-8", "UTF-16"), true, true)],
    ["in UTF-16 without a mark", utf16(two.replace("UTF-8", "UTF-16"), false, false)],
    ["that wrongly says UTF-16", two.replace("UTF-8", "UTF-16")],
    ["packed by gzip", gzipSync(two)],
    ["packed twice", gzipSync(gzipSync(two))],
    ["packed, with bytes after the end", Buffer.concat([gzipSync(two), Buffer.alloc(20)])],
    ["packed in two members", Buffer.concat([gzipSync(two.slice(0, 99)), gzipSync(two.slice(99))])],
    [
      "with pictures, videos, news and languages",
      two
        .replace(
          namespace,
          `${namespace} xmlns:image="i" xmlns:video="v" xmlns:xhtml="h" xmlns:news="n"`,
        )
        .replaceAll(
          "</url>",
          '<lastmod>2026-03-04</lastmod><image:image><image:loc>https://cdn.test/1.jpg</image:loc></image:image><video:video><video:content_loc>https://cdn.test/1.mp4</video:content_loc></video:video><news:news><news:title>Hay &amp; straw</news:title></news:news><xhtml:link rel="alternate" hreflang="sv" href="https://farm.test/sv"/></url>',
        ),
    ],
    [
      "with pictures whose prefix is not declared",
      two.replaceAll("</url>", "<image:image><image:loc>/1.jpg</image:loc></image:image></url>"),
    ],
    [
      "with a picture directly in an entry",
      two.replaceAll("</url>", "<image:loc>/1.jpg</image:loc></url>"),
    ],
  ])("%s", (_, body) => {
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

  test.each([
    ["declared Latin-1", "ISO-8859-1", undefined],
    ["declared windows-1252", "windows-1252", undefined],
    ["Latin-1 by its header", "UTF-8", "text/xml; charset=iso-8859-1"],
  ])("in %s", (_, declared, header) => {
    const bytes = latin1(urlset(entry("/käse/")).replace("UTF-8", declared));
    const headers = header === undefined ? [] : [["content-type", header] as const];
    expect(read(bytes, { headers })).toMatchObject({
      addresses: ["https://farm.test/k%C3%A4se/"],
      fault: null,
    });
  });

  test("as an index of sitemaps", () => {
    const text = `<?xml version="1.0"?><sitemapindex ${namespace}><sitemap><loc>https://farm.test/1.xml.gz</loc><lastmod>2026</lastmod></sitemap></sitemapindex><!-- end -->`;
    expect(read(text)).toEqual({
      kind: "sitemapindex",
      fault: null,
      isPart: false,
      addresses: ["https://farm.test/1.xml.gz"],
    });
  });

  test.each([
    [
      "RSS",
      "<rss version='2.0' xmlns:atom='a'><channel><link>https://farm.test/news</link><atom:link href='/feed'/><item><title>x</title><link><![CDATA[ https://farm.test/ ]]></link></item><item><link>https://farm.test/hay/</link><enclosure url='/x.mp3'/></item></channel></rss>",
    ],
    [
      "RSS 1.0",
      "<rdf:RDF xmlns:rdf='r' xmlns='http://purl.org/rss/1.0/'><channel><link>/</link></channel><item><link>https://farm.test/</link></item><item><link>https://farm.test/hay/</link></item></rdf:RDF>",
    ],
    [
      "Atom",
      "<feed xmlns='http://www.w3.org/2005/Atom'><link href='/feed'/><entry><link href='/'/><link rel='enclosure' href='/x.mp3'/></entry><entry><link rel='alternate' href='https://farm.test/hay/'/><link rel='self' href='/x'/></entry></feed>",
    ],
  ])("as a feed in %s", (_, body) => {
    expect(read(body)).toEqual({ kind: "feed", fault: null, isPart: false, addresses });
  });

  test.each([
    ["with Windows line ends", `${addresses.join("\r\n")}\r\n`],
    ["with a mark and blank lines", `\uFEFF\n${addresses.join("\n\n")}`],
    ["packed", gzipSync(addresses.join("\n"))],
  ])("as a list of addresses %s", (_, body) => {
    expect(read(body)).toEqual({ kind: "text", fault: null, isPart: false, addresses });
  });

  test("with 50,000 addresses", () => {
    const many = Array.from({ length: 50_000 }, (_, nth) => entry(`/${nth}`));
    const sitemap = read(urlset(...many));
    expect(sitemap).toMatchObject({ fault: null, isPart: false });
    expect(sitemap.addresses).toHaveLength(50_000);
    expect(sitemap.addresses.at(-1)).toBe("https://farm.test/49999");
  });

  test("whatever generated addresses, comments, CDATA and spaces it consists of", () => {
    const path = fc.stringMatching(/^[a-zäж水0-9?=&'-]{0,12}$/);
    const comment = fc.stringMatching(/^[ a-z<>&"]{0,12}$/);
    const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/);
    const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&apos;");
    const item = fc.record({ path, comment, space, isCdata: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 9 }),
        fc.boolean(),
        (items, isPacked) => {
          const entries = items.map(({ path, comment, space, isCdata }) => {
            const written = `https://farm.test/${path}`;
            const text = isCdata ? `<![CDATA[${written}]]>` : escaped(written);
            return `${space}<url>${space}<!--${comment}--><loc>${space}${text}${space}</loc></url>`;
          });
          const text = `${urlset(...entries)}<!--${items[0]?.comment}-->`;
          expect(read(isPacked ? gzipSync(text) : text)).toEqual({
            ...valid,
            addresses: items.map((one) => new URL(`https://farm.test/${one.path}`).href),
          });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("A sitemap has a fault", () => {
  test.each([
    ["that ends too early", two.replace("</urlset>", ""), /ends before its last tag/],
    ["that ends inside an entry", two.slice(0, -40), /ends before its last tag/],
    [
      "that ends inside a comment",
      `${two.replace("</urlset>", "")}<!-- </urlset>`,
      /ends before|valid XML/,
    ],
    [
      "that closes tags in the wrong order",
      two.replace("</loc></url>", "</url></loc>"),
      /not valid XML/,
    ],
    ["with a bare ampersand", urlset(entry("/?a=1&b=2")), /not valid XML/],
    ["with an unknown entity", urlset(entry("/&nbsp;")), /not valid XML/],
    ["with a text after its root", `${two}\nWarning: out of memory`, /not valid XML/],
    [
      "with a relative address",
      urlset(entry("/"), "<url><loc>/hay/</loc></url>"),
      /“\/hay\/” is not a whole/,
    ],
    [
      "with another scheme",
      urlset("<url><loc>ftp://farm.test/</loc></url>"),
      /not a whole address/,
    ],
    ["with an empty address", urlset("<url><loc/></url>"), /“” is not a whole address/],
    ["without an entry", urlset(), /lists no address/],
    [
      "that is a web page",
      "<!doctype html><html><head><title>x</title></head></html>",
      /not a sitemap/,
    ],
    ["that is other XML", "<svg xmlns='s'><loc>https://farm.test/</loc></svg>", /not a sitemap/],
    ["that is text", "Page not found", /not a sitemap/],
    ["that is empty", " \n", /is empty/],
    ["that is empty and packed", gzipSync(""), /is empty/],
    ["that is a list with another line", `${addresses.join("\n")}\nhay\n`, /“hay” is not a whole/],
  ])("%s", (_, body, fault) => {
    expect(read(body)).toMatchObject({ fault: expect.stringMatching(fault), isPart: false });
  });

  test("in the line that it names", () => {
    expect(read(urlset(entry("/"), "<url><loc>hay</loc></url>")).line).toBe(4);
    expect(read(`\n${urlset(entry("/"), "<url><x></url>")}`).line).toBe(5);
  });
});

describe("Of a sitemap that is cut or too long for us, the first part counts", () => {
  const many = Array.from({ length: 50_100 }, (_, nth) => entry(`/hay-${nth * 7919}/`));
  const long = urlset(...many);

  test.each<[string, string | Uint8Array, boolean]>([
    ["cut by us", long.slice(0, 200_000), true],
    ["with more than 50,000 addresses", long, false],
    ["packed and cut by us", gzipSync(long).subarray(0, 60_000), true],
    ["packed and cut by the network", gzipSync(long).subarray(0, 60_000), false],
    [
      "packed, with more than we unpack",
      gzipSync(urlset(...many.slice(0, 40_000).map((one) => `${one}<!--${"x".repeat(100)}-->`))),
      false,
    ],
    [
      "as a list",
      many
        .map((_, nth) => `https://farm.test/${nth}`)
        .join("\n")
        .slice(0, 9_999),
      true,
    ],
  ])("%s", (_, body, isCut) => {
    const sitemap = read(body, { isCut });
    expect(sitemap).toMatchObject({ fault: null, isPart: true });
    expect(sitemap.addresses.length).toBeGreaterThan(400);
    for (const one of sitemap.addresses) expect(one).toMatch(/^https:\/\/farm\.test\//);
  });

  test.each<[string, string | Uint8Array, boolean]>([
    ["before its root", `<?xml version="1.0"?><!-- ${"x".repeat(999)}`, true],
    ["before its first address", two.slice(0, 120), true],
    ["inside its packed head", gzipSync(two).subarray(0, 9), false],
    [
      "so that nothing can be unpacked",
      new Uint8Array([0x1f, 0x8b, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]),
      false,
    ],
  ])("without a fault if it is cut %s", (_, body, isCut) => {
    expect(read(body, { isCut })).toMatchObject({ fault: null, isPart: true, addresses: [] });
  });

  test("still with the faults of that part", () => {
    const cut = urlset(entry("/"), "<url><loc>hay</loc></url>", entry("/")).slice(0, -20);
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
      .replace("</url>", "</url><url><loc>https://farm.test/&e19;</loc></url>");
    expect(read(text)).toEqual({ ...valid, isPart: true });
  });

  test.each<[string, string | Uint8Array]>([
    ["with 100,000 open tags", `<urlset>${"<url>".repeat(100_000)}`],
    ["with 100,000 wrong end tags", `<urlset>${"</url>".repeat(100_000)}`],
    ["with 100,000 bare ampersands", `<urlset><url><loc>${"& ".repeat(100_000)}`],
    ["that grows a thousandfold", gzipSync(Buffer.alloc(30_000_000, "<!-- x -->"))],
    [
      "with names of Object",
      "<urlset><constructor/><url><__proto__ rel='constructor'/></url></urlset>",
    ],
  ])("%s is read within limits", (_, body) => {
    expect(read(body).addresses).toEqual([]);
  });
});
