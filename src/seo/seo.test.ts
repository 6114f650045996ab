import { beforeEach, expect, test } from "vitest";
import { olga, openContent, type TestContent } from "../../tests/support/content.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { findRedirect } from "../content/addresses/redirect-checks.server.ts";
import { redirects } from "../content/blocks/redirects.ts";
import { blocks } from "../content/model/blocks.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { lastChanges, readSiteContent } from "../content/records/content-store.server.ts";
import { createRecord, updateRecord } from "../content/records/save-block.ts";
import { demonstrationBusiness } from "../platform/business.ts";
import { pageHead } from "./page-head.ts";
import { publicPageNames } from "./public-pages.ts";
import { llmsText, sitemap } from "./text-files.ts";

const origin = "https://furrow.example";
const facts = { business: demonstrationBusiness, origin };

interface Node {
  readonly "@type": string;
  readonly [name: string]: unknown;
}

function graphOf(site: SiteContent, page: (typeof publicPageNames)[number]): Node[] {
  const head = pageHead(site, page, facts);
  if (head === null) throw new Error(`There is no page ${page}.`);
  return (head.data as { "@graph": Node[] })["@graph"];
}

describeStore("The data for search engines", (openDatabase) => {
  let content: TestContent;
  let site: SiteContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    await createRecord(content, olga, blocks.articles, blocks.articles.example);
    site = await readSiteContent(content.database.read);
  });

  test("gives each page its own title, a description, a canonical address and a picture", () => {
    for (const page of publicPageNames) {
      const head = pageHead(site, page, facts);
      expect(head?.title).not.toBe("");
      expect(head?.description.length).toBeGreaterThan(20);
      expect(head?.canonical.startsWith(`${origin}/`)).toBe(true);
      expect(Object.fromEntries(head?.properties ?? [])["og:image"]).toMatch(/\/share\/.+\.png$/);
    }
    const titles = publicPageNames.map((page) => pageHead(site, page, facts)?.title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("contains the owner's title, description and picture of a page", async () => {
    const { _id } = await content.first(blocks.listingPricing);
    const values = {
      listingTitle: "Plans",
      listingDescription: "What they cost.",
      sharePicture: "/media/plans.webp",
    };
    await updateRecord(content, olga, blocks.listingPricing, _id, values);
    const changed = await readSiteContent(content.database.read);
    const head = pageHead(changed, "pricing", facts);
    expect(head).toMatchObject({ title: "Plans", description: "What they cost." });
    const properties = Object.fromEntries(head?.properties ?? []);
    expect(properties["og:image"]).toBe(`${origin}/media/plans.webp`);
    expect(properties["og:image:width"]).toBeUndefined();
  });

  test("contains plans with prices and questions with answers, but no ratings", () => {
    const service = graphOf(site, "home").find((node) => node["@type"] === "Service");
    const offers = service?.offers as { name: string; price: string; priceCurrency: string }[];
    expect(offers.map(({ name, price }) => [name, price])).toEqual(
      site.pricingPackages.map((plan) => [plan.packageName, plan.packagePrice]),
    );
    expect(new Set(offers.map(({ priceCurrency }) => priceCurrency))).toEqual(new Set(["USD"]));
    const faq = graphOf(site, "service").find((node) => node["@type"] === "FAQPage");
    expect(faq?.mainEntity).toHaveLength(site.faqItems.length);
    expect(graphOf(site, "home").some((node) => node["@type"] === "FAQPage")).toBe(false);
    const everything = publicPageNames.map((page) => JSON.stringify(graphOf(site, page))).join();
    expect(everything).not.toMatch(/rating|review/i);
  });

  test("omits the front page of a social network from the profiles", () => {
    const [organization] = graphOf(site, "home");
    expect(organization?.sameAs).toBeUndefined();
    const social = { ...site.footerSocial, inslink: "https://www.instagram.com/furrow" };
    const [own] = graphOf({ ...site, footerSocial: social } as SiteContent, "home");
    expect(own?.sameAs).toEqual(["https://www.instagram.com/furrow"]);
  });

  test("contains a site map of the existing pages, with the date of the last change", async () => {
    const changes = await lastChanges(content.database.read);
    const before = changes.get("pricing-package") ?? 0;
    const [plan] = await content.onSite(blocks.pricingPackages);
    const { _id, ...values } = plan ?? { _id: "" };
    await updateRecord(content, olga, blocks.pricingPackages, _id, {
      ...values,
      packagePrice: "150",
    });
    const after = (await lastChanges(content.database.read)).get("pricing-package") ?? 0;
    expect(after).toBeGreaterThan(before);
    const map = sitemap({ ...site, terms: undefined }, origin, () => after, []);
    expect(map).toContain(`<loc>${origin}/pricing/</loc>`);
    expect(map).toContain(`<lastmod>${new Date(after).toISOString()}</lastmod>`);
    expect(map).not.toContain("/terms");
    expect(llmsText(site, facts, [])).toContain("Basic, 149 USD");
  });

  test("contains the targets of moved addresses in any spelling, and the addresses that are gone", async () => {
    const add = (oldAddress: string, becameOf: "Moved" | "Gone", newAddress: string) =>
      createRecord(content, olga, redirects, { oldAddress, becameOf, newAddress });
    await add("https://furrow.example/Spring-Offer/?utm=x", "Moved", "/pricing/");
    await add("/blog/2019", "Gone", "");
    expect(await findRedirect(content, "/spring-offer")).toEqual({
      kind: "moved",
      to: "/pricing/",
    });
    expect(await findRedirect(content, "//SPRING-offer//")).toEqual({
      kind: "moved",
      to: "/pricing/",
    });
    expect(await findRedirect(content, "/blog/2019/")).toEqual({ kind: "gone" });
    expect(await findRedirect(content, "/spring")).toBeUndefined();
  });
});
