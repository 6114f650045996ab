import sax from "sax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { RichText } from "#content/rich-text/rich-text.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { publishChange, viewersOf, type WebClient } from "./support/servers/web-client.ts";

let furrow: FurrowServer;
let visitor: WebClient;
let admin: WebClient;
beforeAll(async () => {
  furrow = await startFurrow();
  ({ visitor, admin } = await viewersOf(furrow));
});
afterAll(() => furrow.stop());

const body = JSON.stringify({
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "R & D <first>" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Our " },
        {
          type: "text",
          text: "plans",
          marks: [{ type: "bold" }, { type: "link", attrs: { href: "/pricing/" } }],
        },
      ],
    },
    { type: "image", attrs: { src: "/pictures/root-cellar.webp", alt: "Roots", caption: "Deep" } },
  ],
} satisfies RichText);

const article = (name: string, articleDate: string, topics: string, more: object = {}) => ({
  ...blocks.articles.example,
  articleTitle: name,
  pageAddress: `/articles/${name.toLowerCase().replaceAll(" ", "-")}/`,
  articleDate,
  topics,
  body,
  ...more,
});

async function add(...values: Parameters<typeof article>): Promise<string> {
  const { _id } = await admin.call<{ _id: string }>(
    "POST",
    "/add-site-article",
    article(...values),
  );
  return _id;
}

const hrefsIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, href]) => href);
const entriesIn = (text: string) => hrefsIn(text, /entry__title"><a href="([^"]+)"/g);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Throws for a text that is not well-formed XML. */
function elementsIn(xml: string): Element[] {
  const parser = sax.parser(true, { strictEntities: true });
  const all: Element[] = [];
  const open: Element[] = [];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "" };
    all.push(element);
    open.push(element);
  };
  parser.ontext = (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  return all;
}

test("no page names the list of articles until an article is published", async () => {
  expect((await visitor.see("/articles/")).status).toBe(404);
  expect((await visitor.see("/articles/feed.xml")).status).toBe(404);
  for (const path of ["/", "/sitemap.xml", "/llms.txt"]) {
    expect((await visitor.see(path)).text).not.toContain("/articles/");
  }
});

test("the list has twelve articles on a page, the newest first, and pages of topics", async () => {
  for (let number = 1; number <= 14; number++) {
    const day = `2026-01-${String(number).padStart(2, "0")}`;
    await add(`Field ${number}`, day, number % 2 === 0 ? "Local SEO" : "Content, local seo");
  }
  const { status, text } = await visitor.see("/articles/");
  expect(status).toBe(200);
  expect(entriesIn(text)).toEqual(
    Array.from({ length: 12 }, (_, place) => `/articles/field-${14 - place}/`),
  );
  expect(text).not.toMatch(/<script(?! type="(application\/ld\+json|speculationrules)")/);
  const second = await visitor.see("/articles/page/2/");
  expect(entriesIn(second.text)).toEqual(["/articles/field-2/", "/articles/field-1/"]);
  expect(second.text).toContain(`<link rel="canonical" href="${furrow.url}/articles/page/2/"/>`);
  expect((await visitor.see("/articles/page/3/")).status).toBe(404);
  expect((await visitor.see("/articles/page/1/")).headers.get("location")).toBe("/articles/");
  const topic = await visitor.see("/articles/topics/content/");
  expect(entriesIn(topic.text)).toEqual(
    [13, 11, 9, 7, 5, 3, 1].map((number) => `/articles/field-${number}/`),
  );
  expect(entriesIn((await visitor.see("/articles/topics/local-seo/page/2/")).text)).toHaveLength(2);
  expect((await visitor.see("/articles/topics/weather/")).status).toBe(404);
  const { text: map } = await visitor.see("/sitemap.xml");
  for (const path of ["/articles/", "/articles/field-1/", "/articles/field-14/"]) {
    expect(map).toContain(`<loc>${furrow.url}${path}</loc>`);
  }
  expect((await visitor.see("/llms.txt")).text).toContain(
    `- [Field 14](${furrow.url}/articles/field-14/)`,
  );
});

test("an article names its neighbours by day, articles of its topics, and what search engines read", async () => {
  const { text } = await visitor.see("/articles/field-7/");
  expect(hrefsIn(text, /<a href="([^"]+)" rel="(?:prev|next)"/g)).toEqual([
    "/articles/field-6/",
    "/articles/field-8/",
  ]);
  expect(text).toMatch(/<time dateTime="2026-01-07">/i);
  expect(hrefsIn(text, /<li><a href="([^"]+)">Field \d+<\/a>/g)).toEqual([
    "/articles/field-13/",
    "/articles/field-11/",
    "/articles/field-9/",
  ]);
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
  const graph: Readonly<Record<string, unknown>>[] = JSON.parse(json)["@graph"];
  expect(graph.find((node) => node["@type"] === "Article")).toMatchObject({
    headline: "Field 7",
    datePublished: "2026-01-07",
    dateModified: expect.stringMatching(/^\d{4}-.*Z$/),
    author: { "@type": "Person", name: "Marion Field" },
  });
  expect(graph.find((node) => node["@type"] === "BreadcrumbList")).toMatchObject({
    itemListElement: [
      { name: "Home", item: `${furrow.url}/` },
      { name: "Articles", item: `${furrow.url}/articles/` },
      { name: "Field 7", item: `${furrow.url}/articles/field-7/` },
    ],
  });
  expect(text).toContain('<meta property="og:type" content="article"/>');
});

test("the feed is well-formed, has the whole texts, and only whole addresses", async () => {
  const { text, headers } = await visitor.see("/articles/feed.xml");
  expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const elements = elementsIn(text);
  expect(elements.filter(({ name }) => name === "entry")).toHaveLength(14);
  for (const { name, attributes } of elements) {
    if (name === "link") expect(attributes.href).toMatch(/^http:\/\//);
  }
  expect(elements.find(({ name }) => name === "content")?.text).toBe(
    [
      "<h2>R &amp; D &lt;first&gt;</h2>",
      `<p>Our <a href="${furrow.url}/pricing/"><strong>plans</strong></a></p>`,
      `<figure><img src="${furrow.url}/pictures/root-cellar.webp" alt="Roots"/><figcaption>Deep</figcaption></figure>`,
    ].join("\n"),
  );
  const { text: home } = await visitor.see("/");
  expect(home).toMatch(
    /<link rel="alternate" type="application\/atom\+xml" href="\/articles\/feed.xml"/,
  );
});

test("an article that is deleted leaves list, feed and site map at once, and a draft is in none", async () => {
  const deleted = await add("Deleted", "2026-02-02", "Content");
  await admin.call("POST", "/content/article/draft", {
    values: article("Drafted", "2026-02-01", "Content"),
  });
  const seen = async () => {
    const paths = ["/articles/", "/articles/feed.xml", "/sitemap.xml", "/articles/topics/content/"];
    const texts = await Promise.all(paths.map(async (path) => (await visitor.see(path)).text));
    return ["deleted", "drafted"].map((name) =>
      texts.map((text) => text.includes(`/articles/${name}/`)),
    );
  };
  const everywhere = [true, true, true, true];
  const nowhere = [false, false, false, false];
  expect(await seen()).toEqual([everywhere, nowhere]);
  await admin.call("DELETE", `/site-articles/${deleted}`);
  expect(await seen()).toEqual([nowhere, nowhere]);
  for (const path of ["/articles/deleted/", "/articles/drafted/"]) {
    expect((await visitor.see(path)).status).toBe(404);
  }
});

test("two articles cannot have one address, nor an address that the list needs", async () => {
  await expect(add("Field 1", "2026-03-01", "")).rejects.toThrow(
    /is the address of the page “Field 1”/,
  );
  for (const pageAddress of ["/articles/page/2/", "/articles/topics/new"]) {
    await expect(add("Taken", "2026-03-01", "", { pageAddress })).rejects.toThrow(
      /cannot be used, because/,
    );
  }
});

test("the list moves with its pages and its feed, and the articles stay", async () => {
  await publishChange(admin, blocks.listingArticles, { pageAddress: "/field-notes/" });
  const { text: second } = await visitor.see("/field-notes/page/2/");
  expect(entriesIn(second).length).toBeGreaterThan(1);
  expect((await visitor.see("/articles/?from=old")).headers.get("location")).toBe(
    "/field-notes/?from=old",
  );
  expect((await visitor.see("/articles/page/2/")).headers.get("location")).toBe(
    "/field-notes/page/2/",
  );
  expect((await visitor.see("/field-notes/page/1")).headers.get("location")).toBe("/field-notes/");
  const { text } = await visitor.see("/field-notes/feed.xml");
  expect(text).toContain(
    `rel="self" type="application/atom+xml" href="${furrow.url}/field-notes/feed.xml"`,
  );
  expect(text).toContain(`<id>${furrow.url}/articles/feed.xml</id>`);
  expect((await visitor.see("/articles/field-1/")).status).toBe(200);
  await publishChange(admin, blocks.listingArticles, { pageAddress: "" });
});
