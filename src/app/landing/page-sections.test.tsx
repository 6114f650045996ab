import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { originalSections, type PageOfSections } from "#content/addresses/listings.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { demonstrationBusiness } from "#platform/business.ts";
import { menuOf } from "#seo/menu.ts";
import { hasSection } from "#seo/page-anchors.ts";
import { llmsText, sitemap } from "#seo/text-files.ts";
import { hostileText } from "../../../tests/support/hostile-texts.ts";
import { type PageName, type PageSection, pageSections } from "./page-sections.tsx";

/**
 * "seeded" has the content of a new installation, "empty" has no records, and "hostile" has markup
 * in every text.
 */
function siteOf(whether: "seeded" | "empty" | "hostile"): SiteContent {
  const entries = Object.entries(blocks as Record<string, Block>).map(([key, block]) => {
    const said = whether === "empty" ? [] : block.seed;
    const seed = whether === "hostile" ? said.map((values) => madeHostile(block, values)) : said;
    const records = seed.map((values, index) => ({ _id: `${key}-${index}`, ...values }));
    return [key, block.shape === "singleton" ? records[0] : records];
  });
  return Object.fromEntries(entries) as SiteContent;
}

function madeHostile(block: Block, values: object) {
  const texts = Object.entries(values).map(([name, value]) => {
    const { kind } = block.fields[name] ?? {};
    return [name, kind === "text" || kind === "paragraph" ? hostileText : value];
  });
  return Object.fromEntries(texts);
}

test("each page of sections came with the sections that its listing names", () => {
  for (const [page, anchors] of Object.entries(originalSections)) {
    expect(pageSections[page as PageOfSections].map(({ id }) => id)).toEqual(anchors);
  }
});

const pages = (Object.entries(pageSections) as [PageName, readonly PageSection[]][]).filter(
  ([, sections]) => sections.length > 0,
);

describe.each(pages)("The page %s", (name, sections) => {
  test("has exactly one element with the id of each of its sections", () => {
    const markup = sections.map(({ render }) => renderToStaticMarkup(render(siteOf("seeded"))));
    for (const [index, { id }] of sections.entries()) {
      // React renders preload links first; the section's element follows them.
      const element = markup[index]?.replace(/^(<link rel="preload"[^>]*>)+/, "");
      expect(element).toMatch(new RegExp(`^<(section|header|article)[^>]* id="${id}"`));
      expect(markup.join("").split(` id="${id}"`)).toHaveLength(2);
    }
  });

  test("renders each section from the section's own blocks only", () => {
    const seeded = siteOf("seeded");
    for (const { id, blocks: shown, reads = [], render } of sections) {
      const named = { ...siteOf("empty"), ...pick(seeded, [...shown, ...reads]) };
      expect([id, renderToStaticMarkup(render(named))]).toEqual([
        id,
        renderToStaticMarkup(render(seeded)),
      ]);
    }
  });

  test("has no element for a section without content", () => {
    // The contact page and the pricing page show their section even without content.
    const ofPage: Partial<Record<PageName, string>> = {
      contact: "contact-sec",
      pricing: "pricing",
    };
    const always = ["page-header", ofPage[name]];
    for (const { id, render } of sections) {
      const markup = renderToStaticMarkup(render(siteOf("empty")));
      expect([id, markup === ""]).toEqual([id, !always.includes(id)]);
    }
  });

  test("shows markup as text in elements and in attributes", () => {
    let shown = "";
    for (const { render } of sections) shown += renderToStaticMarkup(render(siteOf("hostile")));
    expect(shown).toContain("&lt;script&gt;hostile=1");
    expect(shown).not.toMatch(/<script>hostile|<img src="?x\b|<\/title>/);
  });
});

test("whether a section has content is known without rendering it", () => {
  const [seeded, empty] = [siteOf("seeded"), siteOf("empty")];
  const keys = Object.keys(seeded) as (keyof SiteContent)[];
  const sites = [seeded, empty].concat(
    keys.flatMap((key) => [
      { ...seeded, ...pick(empty, [key]) },
      { ...empty, ...pick(seeded, [key]) },
    ]),
  );
  for (const [page, sections] of pages) {
    // The menu shows no entry of these pages without content.
    if (/^sample|^(privacy|terms|refunds)$/.test(page)) continue;
    for (const { id, render } of sections) {
      const known = sites.map((site) => hasSection(site, page, id));
      const shown = sites.map((site) => renderToStaticMarkup(render(site)) !== "");
      expect([page, id, known]).toEqual([page, id, shown]);
    }
  }
});

describe("The menu", () => {
  const idsOn = (site: SiteContent) =>
    pageSections.home
      .filter(({ render }) => renderToStaticMarkup(render(site)) !== "")
      .map(({ id }) => `/#${id}`)
      // The menu links the page of the check, and no sample.
      .filter((href) => !["/#banner", "/#seo-check", "/#month-sample"].includes(href));
  const anchorsOf = (site: SiteContent) =>
    menuOf(site, "header").flatMap(({ href }) => (href?.startsWith("/#") ? href : []));

  test("links to every section that the landing page shows below the banner, and to no other section", () => {
    const [seeded, empty] = [siteOf("seeded"), siteOf("empty")];
    for (const { blocks: shown } of pageSections.home) {
      for (const key of shown) {
        const without = { ...seeded, ...pick(empty, [key]) };
        const withIt = { ...empty, ...pick(seeded, [key]) };
        expect([key, anchorsOf(without)]).toEqual([key, idsOn(without)]);
        expect([key, anchorsOf(withIt)]).toEqual([key, idsOn(withIt)]);
      }
    }
    expect(anchorsOf(seeded)).toHaveLength(5);
  });

  test("has no line for a section without content, except for the contact page, which has its form", () => {
    const left = menuOf(siteOf("empty"), "header").map(({ label, href }) => `${label} ${href}`);
    expect(left).toEqual(["Home /", "Contact Us /contact"]);
  });
});

test("while the check or the samples are switched off, no link leads to their pages", () => {
  const seeded = siteOf("seeded");
  const off = "Switched off";
  const hrefsOn = (site: SiteContent) => {
    const body = pages.flatMap(([, sections]) =>
      sections.map(({ render }) => renderToStaticMarkup(render(site))),
    );
    const hrefs = [...body.join("").matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href);
    return [...hrefs, ...menuOf(site, "header").map(({ href }) => href)];
  };
  const toSamples = (site: SiteContent) =>
    new Set(hrefsOn(site).filter((href) => href?.startsWith("/sample-")));
  expect([...toSamples(seeded)].sort()).toEqual([
    "/sample-check",
    "/sample-delivery",
    "/sample-month",
  ]);
  const withoutCheck = { ...seeded, seoCheck: { ...seeded.seoCheck, isOn: off } as never };
  expect([...toSamples(withoutCheck)].sort()).toEqual(["/sample-delivery", "/sample-month"]);
  expect(hrefsOn(seeded)).toContain("/seo-check/");
  expect(hrefsOn(withoutCheck)).not.toContain("/seo-check/");
  const withoutSamples = { ...seeded, samples: { ...seeded.samples, isOn: off } as never };
  expect([...toSamples(withoutSamples)]).toEqual([]);
});

test("the banner says the price and the time of the cheapest plan, as the owner has them", () => {
  const seeded = siteOf("seeded");
  const banner = (site: SiteContent) =>
    renderToStaticMarkup(pageSections.home[0].render(site)).replaceAll(/<!-- -->|<\/?strong>/g, "");
  expect(banner(seeded)).toContain(
    "From $149.00 for a month’s SEO work, with you in 10 working days<",
  );
  const [basic, standard] = seeded.pricingPackages;
  const one = { ...standard, packagePrice: "1499", packageWorkingDays: "" } as never;
  expect(banner({ ...seeded, pricingPackages: [one] })).toContain(
    ">$1,499.00 for a month’s SEO work<",
  );
  const dear = { ...basic, packagePrice: "1000", packageWorkingDays: "1" } as never;
  const cheaper = { ...standard, packagePrice: "99.50", packageWorkingDays: "1" } as never;
  expect(banner({ ...seeded, pricingPackages: [dear, cheaper] })).toContain(
    "From $99.50 for a month’s SEO work, with you in 1 working day<",
  );
  expect(banner({ ...seeded, pricingPackages: [] })).not.toContain("$");
});

test.each([
  [
    "service",
    /From \$149.00 for a month’s SEO work, with you in 10 working days\. <a href="\/pricing\/">/,
  ],
  ["pricing", /From \$149.00 for a month’s SEO work, with you in 10 working days<\/p>/],
  ["check", /Mended by us: from \$149.00 for .* working days\. <a href="\/pricing\/">/],
] as const)("the first section of the page “%s” says the lowest price", (page, line) => {
  const seeded = siteOf("seeded");
  const first = (site: SiteContent) =>
    renderToStaticMarkup(pageSections[page][0].render(site)).replaceAll(
      /<!-- -->|<\/?strong>/g,
      "",
    );
  expect(first(seeded)).toMatch(line);
  const withoutPlans = first({ ...seeded, pricingPackages: [] });
  expect(withoutPlans).not.toMatch(/\$\d|See the plans/);
  expect(withoutPlans).toContain("<h1");
});

test("without plans, neither the footer nor llms.txt nor the site map names the pricing page", () => {
  const site = { ...siteOf("seeded"), pricingPackages: [] };
  const facts = { business: demonstrationBusiness, origin: "https://furrow.example" };
  const named = (content: SiteContent) =>
    [
      menuOf(content, "footer")
        .map(({ href }) => href)
        .join(" "),
      llmsText(content, facts, []),
      sitemap(content, facts.origin, () => 0, []),
    ].map((text) => text.includes("/pricing/"));
  expect(named(siteOf("seeded"))).toEqual([true, true, true]);
  expect(named(site)).toEqual([false, false, false]);
});

test("the note to the owner is shown only if the content has it", () => {
  const seeded = siteOf("seeded");
  const { ownerNote: _hidden, ...forVisitors } = seeded.terms ?? { ownerNote: "" };
  const [terms] = pageSections.terms;
  expect(renderToStaticMarkup(terms.render(seeded))).toContain("which visitors do not see");
  const seen = renderToStaticMarkup(terms.render({ ...seeded, terms: forVisitors as never }));
  expect(seen).toContain("Whom these terms bind");
  expect(seen).not.toContain("owner");
});

test("every block that everyone may read appears on a page, or in the header or footer of all pages", () => {
  const shown = new Set(pages.flatMap(([, sections]) => sections.flatMap((each) => each.blocks)));
  const inTheFrame = [
    "look",
    "logo",
    "footerSocial",
    "footerAbout",
    "copyright",
    "headerMenu",
    "footerMenu",
  ];
  // Extras stand on the order page, beside the plan.
  const onOtherPages = ["addOns"];
  const left = Object.entries(blocks)
    .filter(([key, block]) => block.readBy === "everyone" && !inTheFrame.includes(key))
    .filter(([key]) => !onOtherPages.includes(key))
    .filter(([, block]) => (block as Block).shownAs !== "listing")
    .filter(([, block]) => (block as Block).isRead !== "alone")
    .filter(([key]) => !(shown as Set<string>).has(key));
  expect(left.map(([key]) => key)).toEqual([]);
});

function pick(site: SiteContent, keys: readonly (keyof SiteContent)[]): Partial<SiteContent> {
  return Object.fromEntries(keys.map((key) => [key, site[key]]));
}
