import { sellerOf } from "../content/model/business-facts.ts";
import { pricePer } from "../content/model/plan-interval.ts";
import { planPoints } from "../content/model/plan-points.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { escapeHtml } from "../platform/texts/escape-html.ts";
import type { SiteFacts } from "./page-head.ts";
import {
  absolute,
  addressOf,
  hasContent,
  listingOf,
  type PublicPage,
  publicPageNames,
} from "./public-pages.ts";

/** `changedAt` returns the last change of a page in Unix milliseconds. */
export function sitemap(
  site: SiteContent,
  origin: string,
  changedAt: (page: PublicPage) => number,
): string {
  const entries = publicPageNames
    .filter((page) => hasContent(site, page))
    .map((page) => {
      const address = escapeHtml(absolute(origin, addressOf(site, page)));
      const changed = new Date(changedAt(page)).toISOString();
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

/** `/llms.txt`: a summary of the site for AI assistants. */
export function llmsText(site: SiteContent, { business, origin }: SiteFacts): string {
  const pages = publicPageNames
    .filter((page) => hasContent(site, page))
    .map((page) => {
      const { listingTitle, listingDescription } = listingOf(site, page);
      const address = absolute(origin, addressOf(site, page));
      return `- [${listingTitle}](${address}): ${oneLine(listingDescription)}`;
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
    ...part("Pages", pages),
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
  return {
    name,
    short_name: name,
    description: listingOf(site, "home").listingDescription,
    start_url: "/",
    display: "browser",
    background_color: "#f6eedf",
    theme_color: "#2f5a36",
    icons: iconSizes.map((size) => ({
      src: `/icons/${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any",
    })),
  };
}

export const iconSizes = [180, 192, 512] as const;
