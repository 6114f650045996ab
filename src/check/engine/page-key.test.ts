import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distinctPages, isSamePage, normalAddress, pageKey } from "./page-key.ts";

describe("The normal form of an address", () => {
  test.each([
    [
      "escapes in lower case",
      "http://a.test/%d0%b6%d0%b0%d0%b1%d0%b0",
      "http://a.test/%D0%B6%D0%B0%D0%B1%D0%B0",
    ],
    ["Unicode in the path", "http://a.test/жаба", "http://a.test/%d0%b6%d0%b0%d0%b1%d0%b0"],
    ["an escaped tilde", "http://a.test/%7Eben/", "http://a.test/~ben/"],
    ["escaped letters and digits", "http://a.test/%62%34-%5F", "http://a.test/b4-_"],
    ["scheme and host in capitals", "HTTPS://Shop.A.Test/", "https://shop.a.test/"],
    ["the default port", "https://a.test:443/x", "https://a.test/x"],
    ["the default port of http", "http://a.test:80/x", "http://a.test/x"],
    ["an empty path", "https://a.test", "https://a.test/"],
    ["dot segments", "https://a.test/x/./y/../z", "https://a.test/x/z"],
    ["escaped dot segments", "https://a.test/x/%2e%2E/z", "https://a.test/z"],
    ["an international name", "https://bücher.test/", "https://xn--bcher-kva.test/"],
    ["an international name in capitals", "https://BÜCHER.test/", "https://xn--bcher-kva.test/"],
    ["a dot after the host", "https://a.test./x", "https://a.test/x"],
    ["a dot before the port", "https://a.test.:8080/x", "https://a.test:8080/x"],
    ["a fragment", "https://a.test/x#part", "https://a.test/x"],
    ["an empty query", "https://a.test/x?", "https://a.test/x"],
    ["brackets in a query", "https://a.test/?size[]=2", "https://a.test/?size%5b%5d=2"],
    ["a bar in a path", "https://a.test/a|b", "https://a.test/a%7cb"],
    ["a space", "https://a.test/a b", "https://a.test/a%20b"],
  ])("does not depend on %s", (_, one, other) => {
    expect(normalAddress(one)).toBe(normalAddress(other));
  });

  test.each([
    ["an escaped slash", "https://a.test/a%2Fb", "https://a.test/a/b"],
    ["an escaped question mark", "https://a.test/a%3Fb", "https://a.test/a?b"],
    ["an escaped percent sign", "https://a.test/%2541", "https://a.test/A"],
    ["the case of the path", "https://a.test/A", "https://a.test/a"],
    ["a slash at the end", "https://a.test/a/", "https://a.test/a"],
    ["the scheme", "http://a.test/", "https://a.test/"],
    ["another port", "https://a.test:8443/", "https://a.test/"],
    ["the www host", "https://www.a.test/", "https://a.test/"],
    ["the order of a query", "https://a.test/?a=1&b=2", "https://a.test/?b=2&a=1"],
    ["a plus sign", "https://a.test/?q=a+b", "https://a.test/?q=a%20b"],
  ])("depends on %s", (_, one, other) => {
    expect(normalAddress(one)).not.toBe(normalAddress(other));
    expect(isSamePage(one, other)).toBe(false);
  });

  test("of a text that is no address is the text", () => {
    expect(normalAddress("not an address")).toBe("not an address");
    expect(pageKey("constructor")).toBe("constructor");
  });

  const unreserved = [..."ABCXYZabcxyz0189-._~"];
  const octet = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const segment = fc.array(fc.constantFrom(...unreserved, "ß", "я", "水", "%2F", "%25", "!", "@"), {
    minLength: 1,
    maxLength: 8,
  });

  test("is the same for each spelling of generated addresses, and is its own normal form", () => {
    const spelling = fc.record({
      segments: fc.array(segment, { maxLength: 4 }),
      query: fc.array(segment, { maxLength: 2 }),
      flips: fc.infiniteStream(fc.boolean()),
    });
    fc.assert(
      fc.property(spelling, ({ segments, query, flips }) => {
        const flip = () => flips.next().value;
        // Dots alone would be a dot segment, so each segment begins with a letter.
        const plain = (characters: readonly string[]) => `s${characters.join("")}`;
        const write = (of: typeof plain, host: string) =>
          `${host}/${segments.map(of).join("/")}?${query.map(of).join("&")}`;
        const one = write(plain, "https://käse.test");
        const other = write(
          (characters) =>
            `s${characters
              .map((each) => {
                if (unreserved.includes(each)) return flip() ? octet(each) : each;
                if (each.startsWith("%")) return flip() ? each.toLowerCase() : each;
                return flip() ? encodeURI(each).toLowerCase() : each;
              })
              .join("")}`,
          flip() ? "HTTPS://KÄSE.test:443" : "https://xn--kse-qla.test.",
        );
        expect(normalAddress(other)).toBe(normalAddress(one));
        expect(normalAddress(normalAddress(one))).toBe(normalAddress(one));
        expect(pageKey(pageKey(one))).toBe(pageKey(one));
      }),
      { numRuns: 300 },
    );
  });
});

describe("The key of a page", () => {
  test.each([
    "utm_source=letter",
    "UTM_Campaign=may",
    "utm%5Fmedium=mail",
    "gclid=Cj0",
    "fbclid=IwAR0",
    "msclkid=1",
    "yclid=2",
    "mc_eid=3&mc_cid=4",
    "_ga=1.2",
    "gad_source=1&gbraid=0",
    "mtm_campaign=x",
    "igshid",
  ])("leaves out %s", (tracking) => {
    expect(pageKey(`https://a.test/x?${tracking}`)).toBe("https://a.test/x");
    expect(pageKey(`https://a.test/x?page=2&${tracking}&sort=up`)).toBe(
      "https://a.test/x?page=2&sort=up",
    );
    expect(normalAddress(`https://a.test/x?${tracking}`)).not.toBe("https://a.test/x");
  });

  test.each(["utm=1", "id=gclid", "source=utm_source", "ref=a", "constructor=1", "futm_x=1"])(
    "keeps %s",
    (parameter) => {
      expect(pageKey(`https://a.test/?${parameter}`)).toBe(`https://a.test/?${parameter}`);
    },
  );

  test("keeps the first spelling of each page", () => {
    expect(
      distinctPages(["https://a.test/%7eb", "https://a.test/~b", "https://a.test/~b?gclid=1", "x"]),
    ).toEqual(["https://a.test/%7eb", "x"]);
  });
});
