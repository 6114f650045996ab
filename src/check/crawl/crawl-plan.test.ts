import { describe, expect, test } from "vitest";
import { type FoundAddresses, noAddresses, planNext } from "./crawl-plan.ts";

type Part = Parameters<typeof planNext>[0]["parts"][number];

const origin = "https://reeds.test";
const found = (more: Partial<FoundAddresses>): FoundAddresses => ({ ...noAddresses, ...more });
const part = (
  kind: Part["kind"],
  path: string,
  depth: number,
  more: Partial<FoundAddresses> = {},
): Part => ({
  kind,
  address: `${origin}${path}`,
  depth,
  isListed: false,
  finalAddress: `${origin}${path}`,
  found: found({ count: more.pages?.length ?? 0, ...more }),
});
const at = (...paths: readonly string[]) => paths.map((path) => `${origin}${path}`);

const plan = (depth: number, parts: readonly Part[], seeds: readonly string[] = []) =>
  planNext({ crawlId: "1", origin, pageLimit: 50, seeds, depth, parts });
const addressesOf = ({ parts }: ReturnType<typeof plan>) => parts.map(({ address }) => address);

describe("A plan of a crawl", () => {
  const home = part("page", "/", 0, {
    pages: at("/%d1%82/", "/~ann/?utm_source=home", "/x", "/#top", "/?gclid=1"),
  });

  test("asks for each page once, however its addresses are written", () => {
    const sitemap = part("sitemap", "/sitemap.xml", 1, {
      pages: at("/%D1%82/", "/%7Eann/", "/x?fbclid=2", "/y", "/y?utm_medium=mail"),
    });
    const { parts, knownCount } = plan(3, [home, sitemap], at("/%79"));
    expect(parts.map(({ address, isListed }) => [address, isListed])).toEqual([
      // The address in the sitemap is asked for as the sitemap writes it.
      [`${origin}/y`, true],
      [`${origin}/%D1%82/`, true],
      [`${origin}/%7Eann/`, true],
      [`${origin}/x?fbclid=2`, true],
    ]);
    expect(knownCount).toBe(5);
  });

  test("does not ask again for a page that it knows by another spelling", () => {
    const asked = part("page", "/%D1%82/", 4);
    const other = part("page", "/~ann/", 4, { pages: at("/X", "/x?utm_term=1") });
    const { parts } = plan(4, [home, asked, other, part("page", "/x", 4)]);
    expect(parts.map(({ address }) => address)).toEqual(at("/X"));
  });

  test("reads indexes inside an index, and says when deeper ones are left out", () => {
    const index = part("sitemap", "/1.xml", 1, { sitemaps: at("/2.xml", "/%32.xml", "/1.xml") });
    const second = part("sitemap", "/2.xml", 2, { sitemaps: at("/3.xml", "/1.xml") });
    const third = part("sitemap", "/3.xml", 3, { pages: at("/a") });
    expect(addressesOf(plan(1, [part("page", "/", 0), index]))).toEqual(at("/2.xml"));
    expect(addressesOf(plan(2, [part("page", "/", 0), index, second]))).toEqual(at("/3.xml"));
    const parts = [part("page", "/", 0), index, second, third, part("page", "/a", 4)];
    expect(plan(5, parts)).toMatchObject({ parts: [], isSampled: false });
    const deeper = part("sitemap", "/3.xml", 3, { sitemaps: at("/4.xml") });
    expect(plan(5, [part("page", "/", 0), index, second, deeper])).toMatchObject({
      parts: [],
      isSampled: true,
    });
  });

  test("takes sitemaps at even distances from a long index, and calls the crawl a sample", () => {
    const sitemaps = Array.from({ length: 40 }, (_, nth) => `${origin}/${nth}.xml`);
    const parts = [part("page", "/", 0), part("sitemap", "/sitemap.xml", 1, { sitemaps })];
    expect(addressesOf(plan(1, parts))).toEqual(
      Array.from({ length: 10 }, (_, nth) => `${origin}/${nth * 4}.xml`),
    );
    expect(plan(6, parts)).toMatchObject({ parts: [], isSampled: true });
  });
});
