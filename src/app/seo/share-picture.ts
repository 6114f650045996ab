import { data } from "react-router";
import { articles } from "#content/blocks/articles.ts";
import { logo } from "#content/blocks/logo.ts";
import { look } from "#content/blocks/look.ts";
import { pages } from "#content/blocks/pages.ts";
import {
  findRecord,
  readSingletons,
  readSiteContent,
} from "#content/records/content-store.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { drawnSharePicture, listingOf, ownShareName, publicPageNames } from "#seo/public-pages.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/share-picture";
import { pictureAnswer } from "./drawn-pictures.server.ts";
import { drawnShareCard } from "./drawn-share-card.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { configuration, database } = servicesOf(context);
  const shared = await sharedPage(database.read, params.picture);
  if (shared === undefined) throw data(null, { status: 404 });
  const { name } = await readBusiness(configuration, database.read);
  const { pathname } = new URL(request.url);
  // An outdated URL gets the current picture. The response is then not cached for ever, because the
  // picture can change again.
  const [ofLook, ofLogo] = await readSingletons(database.read, [look, logo]);
  const brand = { look: ofLook, logo: ofLogo };
  const isPresent = pathname === drawnSharePicture(shared.page, shared, name, brand);
  const bytes = await drawnShareCard(database.read, shared.listingTitle, name, brand);
  return pictureAnswer(bytes, { isForEver: isPresent });
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
    if (record === undefined) continue;
    const values: Readonly<Record<string, string>> = record;
    return values.listingTitle || values[block.labelField];
  }
  return undefined;
}
