import { describe, expect, test } from "vitest";
import { decideRobots, readRobots, robotsOfStatus } from "./robots.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const decide = (text: string | Uint8Array, agent: string, path: string) =>
  decideRobots(readRobots(typeof text === "string" ? bytesOf(text) : text), agent, path);
const allows = (text: string | Uint8Array, path: string, agent = "Googlebot") =>
  decide(text, agent, path).isAllowed;

/** The file in a group for Googlebot. */
const group = (...lines: readonly string[]) => ["User-agent: googlebot", ...lines].join("\n");

describe("robots.txt as Google reads it", () => {
  test.each([
    ["without colons", "user-agent Googlebot\ndisallow /cellar"],
    ["with the key “useragent”", "Useragent: Googlebot\nDisallow: /cellar"],
    ["with the key “user agent”", "User Agent: Googlebot\nDisallow: /cellar"],
    ["with the key “disalow”", group("Disalow: /cellar")],
    ["with the key “dissallow”", group("Dissallow: /cellar")],
    ["with the key “dissalow”", group("Dissalow: /cellar")],
    ["with the key “diasllow”", group("Diasllow: /cellar")],
    ["with the key “disallaw”", group("DISALLAW: /cellar")],
    ["with a longer key", group("Disallowed: /cellar")],
    ["with words after the star", "User-agent: * everybody\nDisallow: /cellar"],
    ["with a version after the name", "User-agent: Googlebot/2.1\nDisallow: /cellar"],
    ["with words after the name", "User-agent: Googlebot and others\nDisallow: /cellar"],
    ["with spaces before the colon", "User-agent   :Googlebot\nDisallow\t: /cellar"],
    ["with the line ends of old Macs", "User-agent: Googlebot\rDisallow: /cellar\r"],
    ["with mixed line ends", "\r\nUser-agent: Googlebot\n\r\nDisallow: /cellar\r"],
    ["with a comment at the end of a line", group("Disallow: /cellar# cold")],
    [
      "with an unknown line inside a group",
      "User-agent: x\nHost: y\nUser-agent: Googlebot\nDisallow: /cellar",
    ],
    [
      "with a sitemap inside a group",
      "User-agent: Googlebot\nSitemap: z\nUser-agent: x\nDisallow: /cellar",
    ],
    ["with two groups for one crawler", group("Disallow: /attic", "", group("Disallow: /cellar"))],
  ])("forbids a path by a file %s", (_, text) => {
    expect(allows(text, "/cellar/wine")).toBe(false);
    expect(allows(text, "/garden")).toBe(true);
  });

  test.each([
    ["more than two words without a colon", group("Disallow /cellar and more")],
    ["a word that only contains the key", group("Never-disallow: /cellar")],
    ["a rule before every group", "Disallow: /cellar\nUser-agent: Googlebot\nAllow: /"],
    ["an empty rule", group("Disallow:")],
    ["a path in other letters", group("Disallow: /Cellar")],
    ["a comment", group("# Disallow: /cellar")],
    ["a group for another crawler", "User-agent: Googlebot-Image\nDisallow: /cellar"],
    ["a misspelt “allow” only", group("Alow: /x")],
  ])("forbids nothing by %s", (_, text) => {
    expect(allows(text, "/cellar")).toBe(true);
  });

  test.each([
    ["whole mark", [0xef, 0xbb, 0xbf]],
    ["two bytes of the mark", [0xef, 0xbb]],
    ["one byte of the mark", [0xef]],
  ])("skips the byte order mark: %s", (_, mark) => {
    const text = new Uint8Array([...mark, ...bytesOf(group("Disallow: /"))]);
    expect(allows(text, "/")).toBe(false);
  });

  test("ignores a first line that begins with a broken mark", () => {
    const text = new Uint8Array([0xef, 0x11, 0xbf, ...bytesOf(group("Disallow: /"))]);
    expect(allows(text, "/")).toBe(true);
  });

  test("takes a file without a rule of the own group over the group of all", () => {
    expect(allows("User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\n", "/")).toBe(true);
  });

  test.each([
    ["Allow: /tea\nDisallow: /*.html", "/tea.html", false],
    ["Allow: /tea/pot.\nDisallow: /*.html", "/tea/pot.html", true],
    ["Disallow: /tea\nAllow: /tea", "/tea", true],
    ["Disallow: /tea\nAllow: /tea/", "/tea", false],
    ["Disallow: /tea\nAllow: /tea/", "/tea/", true],
    ["Disallow: /\nAllow: /$", "/", true],
    ["Disallow: /\nAllow: /$", "/tea", false],
    ["Disallow: /\nAllow: /*.php$", "/a/b.php", true],
    ["Disallow: /\nAllow: /*.php$", "/a/b.php?c", false],
    ["Disallow: /\nAllow: /tea*cup", "/teapot/and/cup/2", true],
    ["Disallow: /a$b", "/a$b", false],
    ["Disallow: /a$b", "/a", true],
    ["Disallow: *tea", "/green/tea", false],
  ])("lets the longest rule of “%s” decide about %s: %s", (rules, path, expected) => {
    expect(allows(group(...rules.split("\n")), path)).toBe(expected);
  });

  test.each([
    ["Allow: /tee/日本", "/tee/%E6%97%A5%E6%9C%AC", true],
    ["Allow: /tee/%e6%97%a5", "/tee/%E6%97%A5", true],
    ["Allow: /tee/%E6%97%A5", "/tee/日", false],
    // Unlike RFC 9309, Google decodes no escapes.
    ["Allow: /tee/%63%75%70", "/tee/cup", false],
    ["Allow: /tee/%63%75%70", "/tee/%63%75%70", true],
    ["Allow: /tee?to=http://b.test?x&y", "/tee?to=http://b.test?x&y", true],
  ])("compares the escapes of “%s” with %s: %s", (rule, path, expected) => {
    expect(allows(group("Disallow: /", rule), path)).toBe(expected);
  });

  test("takes an allowed index.html for its folder", () => {
    const text = group("Allow: /shop/index.html", "Disallow: /");
    expect(allows(text, "/shop/")).toBe(true);
    expect(allows(text, "/shop/index.html")).toBe(true);
    expect(allows(text, "/shop/index.htm")).toBe(false);
    expect(allows(text, "/shop/other")).toBe(false);
  });

  test("ignores the end of a line that is longer than 16,663 bytes", () => {
    const most = 2083 * 8 - 1;
    const start = "/x/".padEnd(most - "disallow: ".length, "a");
    expect(allows(group(`disallow: ${start}/end`), `${start}/other`)).toBe(false);
    expect(allows(group(`disallow: ${start}/end`), start.slice(0, -1))).toBe(true);
  });

  test("gives the line of the rule that decided", () => {
    const text = "\r\n# x\r\nUser-agent: Googlebot\r\n\r\nDisalow: /a";
    expect(decide(text, "Googlebot", "/a").rule).toMatchObject({ line: 5, text: "Disalow: /a" });
  });

  test("is read by all other crawlers as RFC 9309 says", () => {
    expect(allows("User-agent *\nDisallow /", "/", "Bingbot")).toBe(true);
    expect(allows("User-agent: *\nDisalow: /", "/", "GPTBot")).toBe(true);
    expect(allows("User-agent: *\nDisalow: /", "/", "Google-Extended")).toBe(false);
  });

  test.each([
    [200, false],
    [204, true],
    [301, true],
    [400, true],
    [401, true],
    [403, true],
    [404, true],
    [410, true],
  ])("with the status %s lets Google read the page: %s", (status, expected) => {
    const body = status === 204 ? new Uint8Array() : bytesOf(group("Disallow: /"));
    const rules = robotsOfStatus(status, body);
    expect(rules !== "unreachable" && decideRobots(rules, "Googlebot", "/").isAllowed).toBe(
      expected,
    );
  });

  test.each([429, 500, 503, 599])("with the status %s counts as unreachable", (status) => {
    expect(robotsOfStatus(status, new Uint8Array())).toBe("unreachable");
  });

  test("reads sitemaps with a hyphen in the key, in any case", () => {
    expect(
      readRobots(bytesOf("Site-Map: https://a.test/1\nSITEMAP:https://a.test/2 # x")).sitemaps,
    ).toEqual(["https://a.test/1", "https://a.test/2"]);
  });
});
