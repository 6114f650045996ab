import { describe, expect, test } from "vitest";
import { decideRobots, readRobots, robotsOfStatus } from "./robots.ts";
import { robotsBytes } from "./robots-status.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array) =>
  readRobots(typeof text === "string" ? bytesOf(text) : text);
const allows = (text: string | Uint8Array, path: string, agent = "bot") =>
  decideRobots(read(text), agent, path).isAllowed;

type Case = readonly [agent: string, path: string, expected: boolean];
const wrongOf = (text: string, cases: readonly Case[]) =>
  cases.filter(([agent, path, expected]) => allows(text, path, agent) !== expected);

describe("robots.txt (RFC 9309)", () => {
  test("section 5.1: each crawler has its groups, or the group of all", () => {
    const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF`;
    const cases: readonly Case[] = [
      ["foobot", "/example/page.html", true],
      ["foobot", "/example/allowed.gif", true],
      ["foobot", "/", false],
      ["barbot", "/example/page.html", false],
      ["bazbot", "/example/page.html", false],
      ["bazbot", "/example/other.html", true],
      ["quxbot", "/example/", true],
      ["otherbot", "/example/", false],
      ["otherbot", "/picture.gif", false],
      ["otherbot", "/picture.gif?x", true],
      ["otherbot", "/publications/", true],
    ];
    expect(wrongOf(simple, cases)).toEqual([]);
    const twice =
      "user-agent: ExampleBot\ndisallow: /foo\n\nUser-Agent: EXAMPLEBOT/2.1\ndisallow: /baz";
    const both: readonly Case[] = [
      ["examplebot", "/foo", false],
      ["examplebot", "/baz", false],
    ];
    expect(wrongOf(twice, both)).toEqual([]);
  });

  test("section 2.2: the longest matching rule decides, and Allow if two are equally long", () => {
    const text = [
      "User-agent: *",
      "Allow: /page/",
      "Disallow: /page/disallowed.gif",
      "Disallow: /a",
      "Allow: /a",
      "Disallow: /this/*/exactly # why",
      "Disallow: /end$",
      "Disallow: /foo/bar?baz=quz",
      "Disallow: /foo/ツ",
      "Disallow: /foo/%62%61%7A",
      "Disallow: /star-%2A.html",
      "Disallow: /",
      "Allow: /",
    ].join("\n");
    const cases: readonly Case[] = [
      ["bot", "/page/disallowed.gif", false],
      ["bot", "/page/other.gif", true],
      ["bot", "/a", true],
      ["bot", "/this/path/exactly/x", false],
      ["bot", "/end", false],
      ["bot", "/ending", true],
      ["bot", "/foo/bar?baz=quz", false],
      ["bot", "/foo/%E3%83%84", false],
      ["bot", "/foo/baz", false],
      ["bot", "/star-%2A.html", false],
    ];
    expect(wrongOf(text, cases)).toEqual([]);
    expect(allows("User-agent: *\nDisallow: /", "/robots.txt")).toBe(true);
  });

  test("section 2.2.4: other records do not interfere", () => {
    const text = "User-agent: a\nSitemap: https://x.test/s.xml\nUser-agent: b\nDisallow: /";
    expect(allows(text, "/", "a")).toBe(false);
    expect(read(text).sitemaps).toEqual(["https://x.test/s.xml"]);
    const others = "Site-Map: https://a.test/1\nSITEMAP:https://a.test/2 # x";
    expect(read(others).sitemaps).toEqual(["https://a.test/1", "https://a.test/2"]);
  });

  test("section 2.3.1: a missing file allows everything, a failing server nothing", () => {
    const body = bytesOf("User-agent: *\nDisallow: /");
    const outcomes = [200, 204, 301, 400, 401, 403, 404, 410, 429, 500, 503, 599].map((status) => {
      const rules = robotsOfStatus(status, status === 204 ? new Uint8Array() : body);
      if (rules === "unreachable") return `${status} unreachable`;
      return `${status} ${decideRobots(rules, "Googlebot", "/").isAllowed}`;
    });
    expect(outcomes.join(", ")).toBe(
      "200 false, 204 true, 301 true, 400 true, 401 true, 403 true, 404 true, 410 true, 429 unreachable, 500 unreachable, 503 unreachable, 599 unreachable",
    );
  });

  test("section 2.5: reads the first 500 KiB", () => {
    const text = `User-agent: *\nDisallow: /a\n#${"x".repeat(robotsBytes)}\nDisallow: /b`;
    expect([allows(text, "/a"), allows(text, "/b")]).toEqual([false, true]);
  });

  test("matches a pattern of a thousand stars without long backtracking", () => {
    const rule = `/${"*a".repeat(1000)}b$`;
    expect(allows(`User-agent: *\nDisallow: ${rule}`, `/${"a".repeat(2000)}`)).toBe(true);
  });
});

/** The file in a group for Googlebot. */
const group = (...lines: readonly string[]) => ["User-agent: googlebot", ...lines].join("\n");
const allowsGoogle = (text: string | Uint8Array, path: string) => allows(text, path, "Googlebot");

describe("robots.txt as Google reads it", () => {
  test("forbids a path in each spelling of the file that Google accepts", () => {
    const misspelt = ["Disalow", "Dissallow", "Dissalow", "Diasllow", "DISALLAW", "Disallowed"];
    const texts = [
      "user-agent Googlebot\ndisallow /cellar",
      "Useragent: Googlebot\nDisallow: /cellar",
      "User Agent: Googlebot\nDisallow: /cellar",
      ...misspelt.map((key) => group(`${key}: /cellar`)),
      "User-agent: * everybody\nDisallow: /cellar",
      "User-agent: Googlebot/2.1\nDisallow: /cellar",
      "User-agent: Googlebot and others\nDisallow: /cellar",
      "User-agent   :Googlebot\nDisallow\t: /cellar",
      "User-agent: Googlebot\rDisallow: /cellar\r",
      "\r\nUser-agent: Googlebot\n\r\nDisallow: /cellar\r",
      group("Disallow: /cellar# cold"),
      "User-agent: x\nHost: y\nUser-agent: Googlebot\nDisallow: /cellar",
      "User-agent: Googlebot\nSitemap: z\nUser-agent: x\nDisallow: /cellar",
      group("Disallow: /attic", "", group("Disallow: /cellar")),
    ];
    const wrong = texts.filter(
      (text) => allowsGoogle(text, "/cellar/wine") || !allowsGoogle(text, "/garden"),
    );
    expect(wrong).toEqual([]);
  });

  test("forbids nothing by a line that Google ignores", () => {
    const texts = [
      group("Disallow /cellar and more"),
      group("Never-disallow: /cellar"),
      "Disallow: /cellar\nUser-agent: Googlebot\nAllow: /",
      group("Disallow:"),
      group("Disallow: /Cellar"),
      group("# Disallow: /cellar"),
      "User-agent: Googlebot-Image\nDisallow: /cellar",
      group("Alow: /x"),
      "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\n",
    ];
    expect(texts.filter((text) => !allowsGoogle(text, "/cellar"))).toEqual([]);
  });

  test("skips a byte order mark or its beginning, and ignores a line with a broken one", () => {
    const marks = [[0xef, 0xbb, 0xbf], [0xef, 0xbb], [0xef], [0xef, 0x11, 0xbf]];
    const file = bytesOf(group("Disallow: /"));
    expect(marks.map((mark) => allowsGoogle(new Uint8Array([...mark, ...file]), "/"))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test("lets the longest rule decide, and compares escapes as they are", () => {
    const cases: readonly (readonly [rules: string, path: string, expected: boolean])[] = [
      ["Allow: /tea\nDisallow: /*.html", "/tea.html", false],
      ["Allow: /tea/pot.\nDisallow: /*.html", "/tea/pot.html", true],
      ["Disallow: /tea\nAllow: /tea", "/tea", true],
      ["Disallow: /tea\nAllow: /tea/", "/tea", false],
      ["Disallow: /\nAllow: /$", "/", true],
      ["Disallow: /\nAllow: /$", "/tea", false],
      ["Disallow: /\nAllow: /*.php$", "/a/b.php", true],
      ["Disallow: /\nAllow: /*.php$", "/a/b.php?c", false],
      ["Disallow: /\nAllow: /tea*cup", "/teapot/and/cup/2", true],
      ["Disallow: /a$b", "/a$b", false],
      ["Disallow: /a$b", "/a", true],
      ["Disallow: *tea", "/green/tea", false],
      ["Disallow: /\nAllow: /tee/日本", "/tee/%E6%97%A5%E6%9C%AC", true],
      ["Disallow: /\nAllow: /tee/%e6%97%a5", "/tee/%E6%97%A5", true],
      ["Disallow: /\nAllow: /tee/%E6%97%A5", "/tee/日", false],
      // Unlike RFC 9309, Google decodes no escapes.
      ["Disallow: /\nAllow: /tee/%63%75%70", "/tee/cup", false],
      ["Disallow: /\nAllow: /tee/%63%75%70", "/tee/%63%75%70", true],
      ["Disallow: /\nAllow: /tee?to=http://b.test?x&y", "/tee?to=http://b.test?x&y", true],
      ["Allow: /shop/index.html\nDisallow: /", "/shop/", true],
      ["Allow: /shop/index.html\nDisallow: /", "/shop/other", false],
    ];
    expect(cases.filter(([rules, path, is]) => allowsGoogle(group(rules), path) !== is)).toEqual(
      [],
    );
  });

  test("ignores the end of a line that is longer than 16,663 bytes", () => {
    const most = 2083 * 8 - 1;
    const start = "/x/".padEnd(most - "disallow: ".length, "a");
    expect(allowsGoogle(group(`disallow: ${start}/end`), `${start}/other`)).toBe(false);
    expect(allowsGoogle(group(`disallow: ${start}/end`), start.slice(0, -1))).toBe(true);
  });

  test("gives the line of the rule that decided", () => {
    const text = "\r\n# x\r\nUser-agent: Googlebot\r\n\r\nDisalow: /a";
    const { rule } = decideRobots(read(text), "Googlebot", "/a");
    expect(rule).toMatchObject({ line: 5, text: "Disalow: /a" });
  });

  test("is read by all other crawlers as RFC 9309 says", () => {
    expect(allows("User-agent *\nDisallow /", "/", "Bingbot")).toBe(true);
    expect(allows("User-agent: *\nDisalow: /", "/", "GPTBot")).toBe(true);
    expect(allows("User-agent: *\nDisalow: /", "/", "Google-Extended")).toBe(false);
  });
});
