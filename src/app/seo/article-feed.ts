import { newestArticles } from "#content/articles/read-articles.server.ts";
import { articles } from "#content/blocks/articles.ts";
import { readSiteContent, readSitePage } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { articleFeed, type FeedEntry, mostInFeed } from "#seo/article-feed.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/article-feed";

export const handle = { shared: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { configuration, database } = servicesOf(context);
  const { read } = database;
  const newest = await newestArticles(read, { topic: "", most: mostInFeed });
  if (newest.length === 0) return new Response("There is no article yet.", { status: 404 });
  const found = await Promise.all(
    newest.map(async (listed): Promise<readonly FeedEntry[]> => {
      const article = await readSitePage(read, articles, listed.id);
      return article === undefined ? [] : [{ listed, article }];
    }),
  );
  const entries = found.flat();
  const pictures = await pictureFactsFor(read, entries);
  const business = await readBusiness(configuration, read);
  const feed = articleFeed(
    await readSiteContent(read),
    { business, origin: configuration.publicUrl },
    { entries, altOf: (address) => pictures[address]?.alt ?? "" },
  );
  return new Response(feed, {
    headers: {
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Cache-Control": "public, no-cache",
    },
  });
}
