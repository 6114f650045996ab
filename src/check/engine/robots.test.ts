import { describe, expect, test } from "vitest";
import { decideRobots, readRobots, robotsOfStatus } from "./robots.ts";
import { robotsBytes } from "./robots-status.ts";

const read = (text: string) => readRobots(new TextEncoder().encode(text));
const allows = (text: string, agent: string, path: string) =>
  decideRobots(read(text), agent, path).isAllowed;

describe("robots.txt (RFC 9309)", () => {
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

  test.each([
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
  ])("section 5.1: %s on %s is allowed: %s", (agent, path, expected) => {
    expect(allows(simple, agent, path)).toBe(expected);
  });

  test("section 5.2: the longest match decides", () => {
    const text =
      "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif";
    expect(allows(text, "foobot", "/example/page/disallowed.gif")).toBe(false);
    expect(allows(text, "foobot", "/example/page/other.gif")).toBe(true);
  });

  test("section 2.2.1: combines all groups of a user agent, whose name is case-insensitive", () => {
    const text =
      "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nUser-Agent: EXAMPLEBOT\ndisallow: /baz";
    for (const path of ["/foo", "/bar", "/baz"])
      expect(allows(text, "examplebot", path)).toBe(false);
    expect(allows("User-agent: Bot/2.1\nDisallow: /", "bot", "/")).toBe(false);
  });

  test.each([
    ["/foo/bar?baz=quz", "/foo/bar?baz=quz"],
    ["/foo/bar/ツ", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%62%61%7A", "/foo/bar/baz"],
    ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html"],
    ["/path/foo-%24", "/path/foo-%24"],
  ])("section 2.2.2: the rule %s matches %s", (rule, path) => {
    if (rule.includes("%2A")) {
      expect(allows(`User-agent: *\nDisallow: ${rule}`, "bot", "/path/file-with-a-%2A.html")).toBe(
        false,
      );
      return;
    }
    expect(allows(`User-agent: *\nDisallow: ${rule}`, "bot", path)).toBe(false);
  });

  test("section 2.2.2: Allow wins when both rules are equally long", () => {
    expect(allows("User-agent: *\nDisallow: /a\nAllow: /a", "bot", "/a")).toBe(true);
  });

  test("section 2.2.3: * and $ are special, # begins a comment", () => {
    const text = "User-agent: *\nDisallow: /this/*/exactly # why\nDisallow: /end$";
    expect(allows(text, "bot", "/this/path/exactly/x")).toBe(false);
    expect(allows(text, "bot", "/end")).toBe(false);
    expect(allows(text, "bot", "/ending")).toBe(true);
  });

  test("section 2.2.4: other records do not interfere", () => {
    const text = "User-agent: a\nSitemap: https://x.test/s.xml\nUser-agent: b\nDisallow: /";
    expect(allows(text, "a", "/")).toBe(false);
    expect(read(text).sitemaps).toEqual(["https://x.test/s.xml"]);
  });

  test("section 2.3.1: a missing file allows everything, a failing server nothing", () => {
    const body = new TextEncoder().encode("User-agent: *\nDisallow: /");
    expect(robotsOfStatus(404, body)).toMatchObject({ groups: [], googleGroups: [] });
    expect(robotsOfStatus(503, body)).toBe("unreachable");
  });

  test("section 2.5: reads the first 500 KiB", () => {
    const comment = `#${"x".repeat(robotsBytes)}\n`;
    expect(allows(`User-agent: *\nDisallow: /a\n${comment}Disallow: /b`, "bot", "/a")).toBe(false);
    expect(allows(`User-agent: *\nDisallow: /a\n${comment}Disallow: /b`, "bot", "/b")).toBe(true);
  });

  test("robots.txt itself is always allowed", () => {
    expect(allows("User-agent: *\nDisallow: /", "bot", "/robots.txt")).toBe(true);
  });

  test("matches a pattern of a thousand stars without long backtracking", () => {
    const rule = `/${"*a".repeat(1000)}b$`;
    expect(allows(`User-agent: *\nDisallow: ${rule}`, "bot", `/${"a".repeat(2000)}`)).toBe(true);
  });
});
