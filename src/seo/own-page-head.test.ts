import { expect, test } from "vitest";
import type { Article } from "../content/blocks/articles.ts";
import type { OwnPage } from "../content/blocks/pages.ts";
import { blocks } from "../content/model/blocks.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { sectionsText } from "../content/sections/section.ts";
import { demonstrationBusiness } from "../platform/business.ts";
import { ownPageHead } from "./own-page-head.ts";

const facts = { business: demonstrationBusiness, origin: "https://furrow.example" };
const site = {} as SiteContent;
const words = "We tend the search of shops in Leeds, street by street.";
const page: OwnPage = {
  ...(blocks.pages.example as OwnPage),
  _id: "01990000-0000-7000-8000-000000000000",
  sections: sectionsText([
    { id: "hidden", kind: "text", isHidden: true, values: { details: `Hidden. ${words}` } },
    { id: "top", kind: "text", values: { heading: "Leeds", details: words } },
  ]),
};
const article: Article = {
  ...(blocks.articles.example as Article),
  _id: page._id,
  picture: "/media/leeds",
};

function typesIn(data: object): string[] {
  return (data as { "@graph": { "@type": string }[] })["@graph"].map((each) => each["@type"]);
}

test("the head of an own page falls back to its title and the first text that is shown", () => {
  const head = ownPageHead(site, { kind: "page", record: page }, facts);
  expect(head).toMatchObject({
    title: `Local SEO in Leeds · ${demonstrationBusiness.name}`,
    description: words,
    canonical: "https://furrow.example/local-seo-in-leeds/",
  });
  expect(Object.fromEntries(head.properties)["og:image"]).toMatch(/\/share\/own-0199.+\.png$/);
  expect(typesIn(head.data)).toEqual(["Organization", "WebSite", "WebPage", "BreadcrumbList"]);
});

test("the head of an own page has the words of its search listing", () => {
  const record = {
    ...page,
    listingTitle: "Leeds",
    listingDescription: "Shops.",
    sharePicture: "/a.png",
  };
  const head = ownPageHead(site, { kind: "page", record }, facts);
  expect(head).toMatchObject({ title: "Leeds", description: "Shops." });
  expect(Object.fromEntries(head.properties)["og:image"]).toBe("https://furrow.example/a.png");
});

test("a description that is taken from the text is no longer than search results show", () => {
  const body = JSON.stringify({
    type: "doc",
    content: [
      { type: "paragraph", content: [{ type: "text", text: "Sown in spring. ".repeat(30) }] },
    ],
  });
  const record = { ...article, summary: "", body };
  const { description } = ownPageHead(site, { kind: "article", record }, facts);
  expect(description).toMatch(/^Sown in spring\. .{100,}…$/);
  expect(description.length).toBeLessThanOrEqual(160);
});

test("an article says who wrote it and when", () => {
  const times = { publishedAt: Date.UTC(2026, 10, 1), updatedAt: Date.UTC(2026, 10, 2) };
  const head = ownPageHead(site, { kind: "article", record: article, ...times }, facts);
  expect(head.description).toBe(article.summary);
  const [, , data] = (head.data as { "@graph": object[] })["@graph"];
  expect(data).toMatchObject({
    "@type": "Article",
    headline: "What a title does",
    image: "https://furrow.example/media/leeds",
    datePublished: "2026-11-30",
    dateModified: "2026-11-02T00:00:00.000Z",
    author: { name: "Marion Field" },
  });
});
