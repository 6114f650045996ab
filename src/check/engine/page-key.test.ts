import fc from "fast-check";
import { expect, test } from "vitest";
import { distinctPages, isSamePage, normalAddress, pageKey } from "./page-key.ts";

test("spellings of one address have the same normal form", () => {
  const alike = [
    ["http://a.test/жаба", "http://a.test/%d0%b6%d0%b0%d0%b1%d0%b0"],
    ["http://a.test/%7Eben/", "http://a.test/~ben/"],
    ["HTTPS://Shop.A.Test/", "https://shop.a.test/"],
    ["https://a.test:443/x", "https://a.test/x"],
    ["http://a.test:80/x", "http://a.test/x"],
    ["https://a.test", "https://a.test/"],
    ["https://a.test/x/./y/../z", "https://a.test/x/z"],
    ["https://a.test/x/%2e%2E/z", "https://a.test/z"],
    ["https://a.test.:8080/x", "https://a.test:8080/x"],
    ["https://a.test/x#part", "https://a.test/x"],
    ["https://a.test/x?", "https://a.test/x"],
    ["https://a.test/?size[]=2", "https://a.test/?size%5b%5d=2"],
    ["https://a.test/a|b", "https://a.test/a%7cb"],
    ["https://a.test/a b", "https://a.test/a%20b"],
  ] as const;
  expect(alike.filter(([one, other]) => normalAddress(one) !== normalAddress(other))).toEqual([]);
});

test("addresses that may be different pages have different normal forms", () => {
  const different = [
    ["https://a.test/a%2Fb", "https://a.test/a/b"],
    ["https://a.test/a%3Fb", "https://a.test/a?b"],
    ["https://a.test/%2541", "https://a.test/A"],
    ["https://a.test/A", "https://a.test/a"],
    ["https://a.test/a/", "https://a.test/a"],
    ["http://a.test/", "https://a.test/"],
    ["https://a.test:8443/", "https://a.test/"],
    ["https://www.a.test/", "https://a.test/"],
    ["https://a.test/?a=1&b=2", "https://a.test/?b=2&a=1"],
    ["https://a.test/?q=a+b", "https://a.test/?q=a%20b"],
  ] as const;
  expect(different.filter(([one, other]) => isSamePage(one, other))).toEqual([]);
  expect(normalAddress("not an address")).toBe("not an address");
  expect(pageKey("constructor")).toBe("constructor");
});

const unreserved = [..."ABCXYZabcxyz0189-._~"];
const octet = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
const segment = fc.array(fc.constantFrom(...unreserved, "ß", "я", "水", "%2F", "%25", "!", "@"), {
  minLength: 1,
  maxLength: 8,
});

test("the normal form is the same for each spelling of generated addresses, and is its own normal form", () => {
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
  );
});

test("the key of a page leaves out the parameters of trackers, and no others", () => {
  const tracking =
    "utm_source=letter UTM_Campaign=may utm%5Fmedium=mail gclid=Cj0 fbclid=IwAR0 msclkid=1 yclid=2 mc_eid=3&mc_cid=4 _ga=1.2 gad_source=1&gbraid=0 mtm_campaign=x igshid";
  for (const parameter of tracking.split(" ")) {
    expect(pageKey(`https://a.test/x?${parameter}`)).toBe("https://a.test/x");
    const between = pageKey(`https://a.test/x?page=2&${parameter}&sort=up`);
    expect(between).toBe("https://a.test/x?page=2&sort=up");
    expect(normalAddress(`https://a.test/x?${parameter}`)).not.toBe("https://a.test/x");
  }
  for (const parameter of ["utm=1", "id=gclid", "source=utm_source", "ref=a", "futm_x=1"]) {
    expect(pageKey(`https://a.test/?${parameter}`)).toBe(`https://a.test/?${parameter}`);
  }
});

test("of pages with one key, the first spelling is kept", () => {
  expect(
    distinctPages(["https://a.test/%7eb", "https://a.test/~b", "https://a.test/~b?gclid=1", "x"]),
  ).toEqual(["https://a.test/%7eb", "x"]);
});
