import { listings } from "../../content/addresses/listings.ts";
import { blocks } from "../../content/model/blocks.ts";
import type { Block } from "../../content/model/define.ts";
import { lastChanges } from "../../content/records/content-store.server.ts";
import type { PublicPage } from "../../seo/public-pages.ts";
import { sitemap } from "../../seo/text-files.ts";
import { pageSections } from "../landing/page-sections.tsx";
import type { Route } from "./+types/sitemap";
import { readFoundSite, textAnswer } from "./text-answer.server.ts";

export const handle = { shared: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { site, origin, database } = await readFoundSite(context);
  const changes = await lastChanges(database.read);
  const changedAt = (page: PublicPage) =>
    Math.max(0, ...blocksOf(page).map(({ name }) => changes.get(name) ?? 0));
  return textAnswer("application/xml", sitemap(site, origin, changedAt));
}

/** Blocks of a page: its sections and its search listing. */
function blocksOf(page: PublicPage): Block[] {
  const shown = pageSections[page].flatMap((section) => section.blocks);
  return [listings[page], ...shown.map((key) => blocks[key])];
}
