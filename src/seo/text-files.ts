import { articles } from "../content/blocks/articles.ts";
import { pages as ownPages } from "../content/blocks/pages.ts";
import { sellerOf } from "../content/model/business-facts.ts";
import { pricePer } from "../content/model/plan-interval.ts";
import { planPoints } from "../content/model/plan-points.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { lookOf } from "../look/look.ts";
import { escapeHtml } from "../platform/texts/escape-html.ts";
import { iconAddress } from "./icon-of.ts";
import type { SiteFacts } from "./page-head.ts";
import {
  absolute,
  addressOf,
  hasContent,
  listingOf,
  type PublicPage,
  publicPageNames,
} from "./public-pages.ts";
import type { IconShape } from "./site-icon.ts";

/** A page or an article that the owner added, and that search engines may list. */
export interface ListedPage {
  readonly block: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** Unix milliseconds. */
  readonly changedAt: number;
}

/** `changedAt` returns the last change of a page in Unix milliseconds. */
export function sitemap(
  site: SiteContent,
  origin: string,
  changedAt: (page: PublicPage) => number,
  own: readonly ListedPage[],
): string {
  const places = [
    ...publicPageNames
      .filter((page) => hasContent(site, page))
      .map((page) => ({ path: addressOf(site, page), changedAt: changedAt(page) })),
    ...own,
  ];
  const entries = places.map((place) => {
    const address = escapeHtml(absolute(origin, place.path));
    const changed = new Date(place.changedAt).toISOString();
    return `  <url><loc>${address}</loc><lastmod>${changed}</lastmod></url>\n`;
  });
  const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${entries.join("")}</urlset>\n`;
}

/**
 * `/robots.txt`. Does not disallow personal pages: search engines must be able to read the
 * `noindex` that keeps these pages out of search results.
 */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /sandbox/\n\nSitemap: ${absolute(origin, "/sitemap.xml")}\n`;
}

/** Most pages, and most articles, that the summary names; the newest come first. */
const mostNamed = 100;

/** `/llms.txt`: a summary of the site for AI assistants. */
export function llmsText(
  site: SiteContent,
  { business, origin }: SiteFacts,
  own: readonly ListedPage[],
): string {
  const lineOf = (title: string, path: string, summary: string) =>
    `- [${oneLine(title)}](${absolute(origin, path)})${summary && `: ${oneLine(summary)}`}`;
  const ofBlock = (name: string) =>
    own
      .filter(({ block }) => block === name)
      .slice(0, mostNamed)
      .map(({ title, path, summary }) => lineOf(title, path, summary));
  const pages = publicPageNames
    .filter((page) => hasContent(site, page))
    .map((page) => {
      const { listingTitle, listingDescription } = listingOf(site, page);
      return lineOf(listingTitle, addressOf(site, page), listingDescription);
    });
  const plans = site.pricingPackages.map(
    (plan) =>
      `- ${plan.packageName}, ${pricePer(`${plan.packagePrice} USD`, plan.packageCharged)}: ${planPoints(plan).slice(0, 3).join("; ")}`,
  );
  const answers = site.faqItems.map(
    (item) => `### ${item.accodingTitle}\n\n${oneLine(item.accodingText)}`,
  );
  const { name, address, phone, email, country } = sellerOf(business, site.footerAddress);
  const contact = [
    ...(email ? [`- Email: ${email}`] : []),
    ...(phone ? [`- Telephone: ${phone}`] : []),
    ...(address ? [`- Address: ${[address, country].filter(Boolean).join(", ")}`] : []),
  ];
  return [
    `# ${name}`,
    `> ${oneLine(listingOf(site, "home").listingDescription)}`,
    ...part("Pages", [...pages, ...ofBlock(ownPages.name)]),
    ...part("Articles", ofBlock(articles.name)),
    ...part("Plans", plans),
    ...part("Contact", contact),
    ...(answers.length === 0 ? [] : ["## Questions", ...answers]),
  ]
    .join("\n\n")
    .concat("\n");
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export function webManifest(site: SiteContent, name: string): object {
  const { palettes, scheme } = lookOf(site.look);
  const colours = scheme === "Dark" ? palettes.dark : palettes.light;
  return {
    name,
    short_name: name,
    description: listingOf(site, "home").listingDescription,
    start_url: "/",
    display: "browser",
    background_color: colours.ground,
    theme_color: colours.band,
    icons: [...iconShapes].map(([file, { size, isMaskable }]) => ({
      src: iconAddress(file, { logo: site.logo, look: site.look, name }),
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: isMaskable ? "maskable" : "any",
    })),
  };
}

/** The icons of the site, by the names of their files. */
export const iconShapes: ReadonlyMap<string, IconShape> = new Map([
  ["180.png", { size: 180, isMaskable: false }],
  ["192.png", { size: 192, isMaskable: false }],
  ["512.png", { size: 512, isMaskable: false }],
  ["512-maskable.png", { size: 512, isMaskable: true }],
]);
