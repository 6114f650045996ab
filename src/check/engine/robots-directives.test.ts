import { expect, test } from "vitest";
import { hidingReason, readRobotsHeader, readRobotsMeta } from "./robots-directives.ts";

const now = Date.UTC(2026, 11, 1);
const ofMeta = (content: string, name = "robots") =>
  hidingReason(readRobotsMeta(content, name), now);
const ofHeader = (value: string) => hidingReason(readRobotsHeader(value), now);

test("the directives of a robots meta hide the page only as search engines read them", () => {
  const hiding = ["noindex", " NoIndex , follow", "none", "nofollow,NONE", "all, noindex"];
  expect(hiding.filter((content) => ofMeta(content) !== "noindex")).toEqual([]);
  const others = [
    "",
    "index, follow",
    "nofollow",
    "noarchive, nosnippet, noimageindex",
    "max-image-preview:none",
    "max-image-preview: none , max-snippet:-1",
    "index: none",
    "noindexing",
    "constructor, __proto__, toString",
    "unavailable_after: 31 Dec 2199 00:00:00 GMT",
    "unavailable_after: soon",
    "unavailable_after: 2020-02-31",
    "unavailable_after:",
  ];
  expect(others.filter((content) => ofMeta(content) !== null)).toEqual([]);
  expect(ofMeta("noindex", "googlebot")).toBe("noindex");
  expect(ofMeta("noindex", "googlebot-news")).toBeNull();
});

test.each([
  ["20210304", Date.UTC(2021, 2, 4)],
  ["2021-03-04T05:06:07Z", Date.UTC(2021, 2, 4, 5, 6, 7)],
  ["2021-03-04T05:06:07.250+02:00", Date.UTC(2021, 2, 4, 3, 6, 7)],
  ["2021-03-04 05:06 -0130", Date.UTC(2021, 2, 4, 6, 36)],
  ["Thu, 04 Mar 2021 05:06:07 GMT", Date.UTC(2021, 2, 4, 5, 6, 7)],
  ["4 Mar 21 05:06 EST", Date.UTC(2021, 2, 4, 10, 6)],
  ["Thursday, 04-Mar-21 05:06:07 UTC", Date.UTC(2021, 2, 4, 5, 6, 7)],
  ["March 4, 2021, 05:06:07 PST", Date.UTC(2021, 2, 4, 13, 6, 7)],
  ["04-Mar-99 00:00:00 GMT", Date.UTC(1999, 2, 4)],
])("directives hide the page after the date %s, also between others", (date, expected) => {
  expect(ofMeta(`unavailable_after: ${date}`)).toBe(expected);
  expect(ofMeta(`max-snippet:5, unavailable_after: ${date}, noarchive`)).toBe(expected);
  expect(ofHeader(`googlebot: unavailable_after: ${date}, noarchive`)).toBe(expected);
  expect(ofHeader(`otherbot: unavailable_after: ${date}`)).toBeNull();
  expect(ofMeta(`unavailable_after: ${date}, noindex`)).toBe("noindex");
});

test("the directives of an X-Robots-Tag hide the page only from the crawlers that they name", () => {
  const hiding = [
    "NOINDEX, nofollow",
    "googlebot: noindex",
    "GoogleBot : nofollow , none",
    "bingbot: noindex",
    "otherbot: nofollow, googlebot: noindex",
    "max-snippet: 5, noindex",
    "noindex, otherbot: all",
  ];
  expect(hiding.filter((value) => ofHeader(value) !== "noindex")).toEqual([]);
  const others = [
    "otherbot: nofollow, noindex",
    "googlebot: nofollow, otherbot: noindex, none",
    "googlebot: max-image-preview: none",
    "constructor: noindex",
    "__proto__: none",
    ": ",
    "",
  ];
  expect(others.filter((value) => ofHeader(value) !== null)).toEqual([]);
  expect(readRobotsHeader("nofollow, GoogleBot: max-snippet: 60, NoIndex")).toEqual([
    { agent: "", name: "nofollow", value: "" },
    { agent: "googlebot", name: "max-snippet", value: "60" },
    { agent: "googlebot", name: "noindex", value: "" },
  ]);
});
