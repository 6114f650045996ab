import { spellingOf } from "#content/addresses/address-spelling.ts";
import { listForSearchEngines } from "#content/articles/read-articles.server.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { lastChanges, readSiteContent } from "#content/records/content-store.server.ts";
import type { Queries } from "#platform/database/database.ts";
import type { SiteFacts } from "#seo/page-head.ts";
import type { PublicPage } from "#seo/public-pages.ts";
import { type ListedPage, llmsText, robots, sitemap, webManifest } from "#seo/text-files.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import { contentOfPages } from "../landing/content-of-pages.ts";
import type { Route } from "./+types/text-files";

export const handle = { shared: true };

const files = {
  "/robots.txt": {
    type: "text/plain",
    write: async (_queries: Queries, { origin }: SiteFacts) => robots(origin),
  },
  "/sitemap.xml": {
    type: "application/xml",
    async write(queries: Queries, { origin }: SiteFacts) {
      const changes = await lastChanges(queries);
      const changedAt = (page: PublicPage) =>
        Math.max(0, ...blocksOf(page).map(({ name }) => changes.get(name) ?? 0));
      const own = await readOwnPages(queries);
      return sitemap(await readSiteContent(queries), origin, changedAt, own);
    },
  },
  "/llms.txt": {
    type: "text/plain",
    write: async (queries: Queries, facts: SiteFacts) =>
      llmsText(await readSiteContent(queries), facts, await readOwnPages(queries)),
  },
  "/manifest.webmanifest": {
    type: "application/manifest+json",
    write: async (queries: Queries, { business }: SiteFacts) =>
      JSON.stringify(webManifest(await readSiteContent(queries), business.name)),
  },
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { configuration, database } = servicesOf(context);
  const { type, write } = files[spellingOf(url.pathname) as keyof typeof files];
  const business = await readBusiness(configuration, database.read);
  const facts = { business, origin: configuration.publicUrl };
  return new Response(await write(database.read, facts), {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, no-cache" },
  });
}

async function readOwnPages(queries: Queries): Promise<ListedPage[]> {
  const rows = await listForSearchEngines(queries);
  return rows.map(({ updated_at, ...row }) => ({ ...row, changedAt: Number(updated_at) }));
}

function blocksOf(page: PublicPage): Block[] {
  const listed = page === "articles" ? [blocks.articles] : [];
  return [...listed, ...contentOfPages[page].map((key) => blocks[key])];
}
