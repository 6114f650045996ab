import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spellingOf } from "./address-spelling.ts";
import { type KnownRedirect, planRedirects } from "./plan-redirects.ts";
import { readRedirects } from "./read-redirects.ts";

const publicUrl = "https://furrow.example";

function plan(pairs: readonly (readonly [string, string])[], known: readonly KnownRedirect[] = []) {
  const lines = pairs.map(([from, to], index) => ({ line: index + 1, from, to }));
  return planRedirects(lines, {
    redirects: known,
    publicUrl,
    isTaken: (path) => ["/", "/pricing", "/login"].includes(spellingOf(path)),
    present: (link) => (link === "page:gone" ? "" : link),
  });
}

const made = (...given: Parameters<typeof plan>) =>
  plan(...given).made.map(({ from, to }) => `${from} ${to}`);
const reasons = (...given: Parameters<typeof plan>) =>
  plan(...given).refused.map(({ line, reason }) => `${line} ${reason}`);

describe("An import of redirects", () => {
  test("makes what can be made, with whole addresses of this site as paths", () => {
    const { made: planned, refused } = plan([
      ["/old", "/pricing/"],
      ["http://www.furrow.example/Old-Page/", "https://furrow.example/service/#faq"],
      ["/blog", "https://blog.example/"],
      ["/left", ""],
    ]);
    expect(refused).toEqual([]);
    expect(planned).toEqual([
      { line: 1, from: "/old", to: "/pricing/", end: "/pricing/" },
      { line: 2, from: "/Old-Page/", to: "/service/#faq", end: "/service/#faq" },
      { line: 3, from: "/blog", to: "https://blog.example/", end: "https://blog.example/" },
      { line: 4, from: "/left", to: "", end: "" },
    ]);
  });

  test("joins chains, within the file and with the redirects of the site", () => {
    const known = [
      { id: "k1", oldAddress: "/k", newAddress: "/pricing/" },
      { id: "k2", oldAddress: "/before", newAddress: "/a/" },
      { id: "k3", oldAddress: "/left", newAddress: "" },
    ];
    const planned = plan(
      [
        ["/a", "/B/"],
        ["/b", "/c#top"],
        ["/c", "/k"],
        ["/d", "/left"],
      ],
      known,
    );
    expect(planned.made.map(({ from, to, joined }) => [from, to, joined])).toEqual([
      ["/a", "/pricing/", "/B/"],
      ["/b", "/pricing/", "/c#top"],
      ["/c", "/pricing/", "/k"],
      ["/d", "", "/left"],
    ]);
    expect(planned.rewritten.map(({ id, to }) => [id, to])).toEqual([["k2", "/pricing/"]]);
  });

  test("refuses loops, with the redirects of the site as well", () => {
    const known = [{ id: "k", oldAddress: "/y", newAddress: "/x" }];
    const pairs = [
      ["/a", "/b"],
      ["/b", "/A/"],
      ["/in", "/a"],
      ["/self", "/self#x"],
      ["/x", "/y"],
      ["/fine", "/pricing/"],
    ] as const;
    expect(made(pairs, known)).toEqual(["/fine /pricing/"]);
    expect(reasons(pairs, known)).toEqual([
      "1 it is part of a redirect loop through /a and /b",
      "2 it is part of a redirect loop through /a and /b",
      "3 it is part of a redirect loop through /a and /b",
      "4 it is part of a redirect loop through /self",
      "5 it is part of a redirect loop through /x and /y",
    ]);
  });

  test("refuses what has no effect or a second answer, and leaves out what is known", () => {
    const known = [{ id: "k", oldAddress: "/k/", newAddress: "/pricing/" }];
    const pairs = [
      ["/pricing", "/x"],
      ["/login", "/x"],
      ["/twice", "/x"],
      ["/Twice/", "/x"],
      ["/twice", "/y"],
      ["/k", "/pricing/"],
      ["/k", "/other"],
      ["/q?id=1", "/x"],
      ["https://other.example/a", "/x"],
      ["", "/x"],
      ["/script", "javascript:alert(1)"],
      ["/mail", "mailto:a@b.example"],
      [`/${"a".repeat(2001)}`, "/x"],
      ["//evil.example/", "/x"],
    ] as const;
    expect(made(pairs, known)).toEqual(["/twice /x"]);
    expect(plan(pairs, known).knownCount).toBe(2);
    const said = reasons(pairs, known);
    expect(said.map((reason) => reason.split(" ")[0])).toEqual(
      "1 2 5 7 8 9 10 11 12 13 14".split(" "),
    );
    expect(said[0]).toContain("there is a page at /pricing");
    expect(said[2]).toBe("5 line 3 already sends /twice to /x");
    expect(said[3]).toContain("there is already a redirect from /k to /pricing/");
    expect(said[4]).toContain("query");
  });

  test("of ten thousand lines in one chain is planned at once", () => {
    const pairs = Array.from({ length: 10_000 }, (_, index) => {
      return [`/p${index}`, `/p${index + 1}`] as const;
    });
    const planned = plan(pairs);
    expect(planned.made).toHaveLength(10_000);
    expect(new Set(planned.made.map(({ to }) => to))).toEqual(new Set(["/p10000"]));
    const looped = plan([...pairs, ["/p10000", "/p0"]]);
    expect([looped.made.length, looped.refused.length]).toEqual([0, 10_001]);
  });

  test("never leaves a chain or a loop, whatever the file and the site have", () => {
    const path = fc.constantFrom("/a", "/b", "/c", "/d", "/e", "/pricing");
    const pair = fc.tuple(path, fc.oneof(path, fc.constant(""), fc.constant("https://x.example/")));
    fc.assert(
      fc.property(
        fc.array(pair),
        fc.uniqueArray(pair, { selector: ([from]) => from }),
        (file, site) => {
          // The redirects of the site before have no loops, as saving them guarantees.
          const known = made(site).map((text, index) => {
            const [oldAddress = "", newAddress = ""] = text.split(" ");
            return { id: `k${index}`, oldAddress, newAddress };
          });
          const planned = plan(file, known);
          const after = new Map(known.map((each) => [each.oldAddress, each.newAddress]));
          for (const { oldAddress, to } of planned.rewritten) after.set(oldAddress, to);
          for (const { from, to } of planned.made) after.set(from, to);
          for (const to of after.values()) expect(after.has(to)).toBe(false);
          expect(planned.made.length + planned.refused.length + planned.knownCount).toBe(
            file.length,
          );
        },
      ),
    );
  });
});

describe("A file of redirects", () => {
  const read = (text: string) =>
    readRedirects(new TextEncoder().encode(text)).map(({ line, from, to }) => [line, from, to]);

  test.each([
    [
      "/a,/b\n/c,/d\n",
      [
        [1, "/a", "/b"],
        [2, "/c", "/d"],
      ],
    ],
    ["from;to\n/a;/b\n", [[2, "/a", "/b"]]],
    ["Title\tURL\tRedirect URL\nX\t/a\t/b\n", [[2, "/a", "/b"]]],
    [
      "source,destination,status code\n/a,/b,301\n/c,,410\n/d,/e,410\n",
      [
        [2, "/a", "/b"],
        [3, "/c", ""],
        [4, "/d", ""],
      ],
    ],
    ['"/a, b",/c\n', [[1, "/a, b", "/c"]]],
    ["Alt,Neu\r\n/a,/b\r\n", [[2, "/a", "/b"]]],
    ["/a,gone\n", [[1, "/a", ""]]],
  ])("is read as %j", (text, lines) => {
    expect(read(text)).toEqual(lines);
  });

  test.each([
    ["", "empty"],
    ["from,to\n", "no redirects"],
    ["/a\n/b\n", "two columns"],
    [`${"/a,/b\n".repeat(10_002)}`, "10,001 rows"],
  ])("is refused in a sentence", (text, words) => {
    expect(() => read(text)).toThrow(words);
  });
});
