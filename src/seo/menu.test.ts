import { describe, expect, test } from "vitest";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { menuOf } from "./menu.ts";

const seeded = Object.fromEntries(
  Object.entries(blocks as Record<string, Block>).map(([key, { seed, shape, name }]) => {
    const records = seed.map((values, index) => ({ _id: `${name}-${index}`, ...values }));
    return [key, shape === "singleton" ? records[0] : records];
  }),
) as unknown as SiteContent;

type Line = readonly [label: string, leadsTo: string, place?: "below"];

function siteWith(lines: readonly Line[], rest: Partial<SiteContent> = {}): SiteContent {
  const headerMenu = lines.map(([entryLabel, leadsTo, place], index) => ({
    _id: String(index),
    entryLabel,
    leadsTo,
    entryPlace:
      place === "below" ? ("Below the entry before it" as const) : ("In the menu" as const),
  }));
  return { ...seeded, ...rest, headerMenu };
}

const shown = (site: SiteContent) =>
  menuOf(site, "header").map(({ label, href, below }) => [
    label,
    href,
    ...below.map((entry) => `${entry.label} ${entry.href}`),
  ]);

const off = { ...seeded.seoCheck, isOn: "Switched off" } as never;

test("a new installation has the menus of the specification", () => {
  expect(shown(seeded)).toEqual([
    ["Home", "/"],
    ["Services", "/#service"],
    ["About Us", "/#about-sec"],
    ["Pricing", "/#pricing"],
    ["Testimonial", "/#testimonial"],
    ["Contact Us", "/#contact-sec"],
    ["Free check", "/seo-check/"],
  ]);
  expect(menuOf(seeded, "footer").map(({ label, href }) => [label, href])).toEqual([
    ["Service", "/service/"],
    ["Pricing", "/pricing/"],
    ["Contact", "/contact"],
    ["SEO check", "/seo-check/"],
    ["Privacy policy", "/privacy"],
    ["Terms of service", "/terms"],
    ["Refund policy", "/refunds"],
  ]);
});

test("a site without entries shows the menus that it came with", () => {
  const site = { ...seeded, headerMenu: [], footerMenu: [] };
  expect(shown(site)).toEqual(shown(seeded));
  const hrefs = (each: SiteContent) => menuOf(each, "footer").map(({ href }) => href);
  expect(hrefs(site)).toEqual(hrefs(seeded));
});

describe("An entry is shown only while it leads somewhere", () => {
  test.each<[string, Line, Partial<SiteContent>, string | null]>([
    ["a page that is switched off", ["A", "/seo-check/"], { seoCheck: off }, null],
    ["a page without content", ["A", "/pricing/"], { pricingPackages: [] }, null],
    ["a legal page without text", ["A", "/terms"], { terms: undefined }, null],
    ["a section without content", ["A", "/service/#faq"], { faqItems: [] }, null],
    ["a section with content", ["A", "/service/#faq"], {}, "/service/#faq"],
    ["a section of the owner’s own", ["A", "/#our-story"], {}, "/#our-story"],
    [
      "the contact section without content",
      ["A", "/#contact-sec"],
      { contactSection: [] },
      "/contact",
    ],
    ["a page that is gone", ["A", "page:0190"], {}, null],
    ["another site", ["A", "https://blog.example/"], {}, "https://blog.example/"],
    ["a file", ["A", "/media/a.pdf"], {}, "/media/a.pdf"],
    ["nothing", ["A", ""], {}, null],
  ])("%s", (_, line, rest, href) => {
    expect(shown(siteWith([line], rest))).toEqual(href === null ? [] : [["A", href]]);
  });

  test("a moved page, by its default address and by its present one", () => {
    const listingPricing = { ...seeded.listingPricing, pageAddress: "/plans" } as never;
    const lines: Line[] = [
      ["A", "/pricing/#faq"],
      ["B", "/plans#faq"],
    ];
    expect(shown(siteWith(lines, { listingPricing }))).toEqual([
      ["A", "/plans#faq"],
      ["B", "/plans#faq"],
    ]);
    expect(shown(siteWith(lines, { listingPricing, pricingPackages: [] }))).toEqual([]);
  });
});

test("entries stand below the last one before them that is in the menu itself", () => {
  const lines: Line[] = [
    ["First", "/service/", "below"],
    ["Services", "/service/"],
    ["Care", "/#service", "below"],
    ["Free check", "/seo-check/", "below"],
    ["More", ""],
    ["Blog", "https://blog.example/", "below"],
    ["Nothing", ""],
    ["Gone", "page:0190", "below"],
  ];
  expect(shown(siteWith(lines, { seoCheck: off }))).toEqual([
    ["First", "/service/"],
    ["Services", "/service/", "Care /#service"],
    ["More", null, "Blog https://blog.example/"],
  ]);
});
