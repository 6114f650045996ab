import { data } from "react-router";
import { articles } from "#content/blocks/articles.ts";
import { pages } from "#content/blocks/pages.ts";
import { findRecord, readSiteContent } from "#content/records/content-store.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { drawnSharePicture, listingOf, ownShareName, publicPageNames } from "#seo/public-pages.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/share-picture";
import { drawnOnce, pictureAnswer } from "./drawn-pictures.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { configuration, database } = servicesOf(context);
  const shared = await sharedPage(database.read, params.picture);
  if (shared === undefined) throw data(null, { status: 404 });
  const { name } = await readBusiness(configuration, database.read);
  const { pathname } = new URL(request.url);
  // An outdated URL gets the current picture. The response is then not cached for ever, because the
  // picture can change again.
  const isPresent = pathname === drawnSharePicture(shared.page, shared, name);
  const bytes = await drawnOnce(`share ${name}\n${shared.listingTitle}`, async () => {
    const { shareCard } = await import("#seo/share-card.ts");
    return shareCard(shared.listingTitle, name);
  });
  return pictureAnswer(bytes, isPresent);
}

/** The page that the path of a share picture names; undefined for a page that is not public. */
async function sharedPage(queries: Queries, picture: string) {
  const page = publicPageNames.find((name) => picture.startsWith(`${name}-`));
  if (page !== undefined) {
    const { listingTitle } = listingOf(await readSiteContent(queries), page);
    return { page, listingTitle };
  }
  const id = ownPicture.exec(picture)?.[1];
  const found = id === undefined ? undefined : await readOwnTitle(queries, id);
  return id === undefined || found === undefined
    ? undefined
    : { page: ownShareName(id), listingTitle: found };
}

const ownPicture = /^own-([0-9a-f-]{36})-/;

async function readOwnTitle(queries: Queries, id: string): Promise<string | undefined> {
  for (const block of [pages, articles]) {
    const record = await findRecord(queries, block, id);
    if (record !== undefined)
      return record.listingTitle || record[block.labelField as "listingTitle"];
  }
  return undefined;
}
