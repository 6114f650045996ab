import { data } from "react-router";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { drawnSharePicture, listingOf, publicPageNames } from "#seo/public-pages.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/share-picture";
import { drawnOnce, pictureAnswer } from "./drawn-pictures.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = publicPageNames.find((name) => params.picture.startsWith(`${name}-`));
  if (page === undefined) throw data(null, { status: 404 });
  const { configuration, database } = servicesOf(context);
  const listing = listingOf(await readSiteContent(database.read), page);
  const { name } = await readBusiness(configuration, database.read);
  const { pathname } = new URL(request.url);
  // An outdated URL gets the current picture. The response is then not cached for ever, because the
  // picture can change again.
  const isPresent = pathname === drawnSharePicture(page, listing, name);
  const bytes = await drawnOnce(`share ${name}\n${listing.listingTitle}`, async () => {
    const { shareCard } = await import("#seo/share-card.ts");
    return shareCard(listing.listingTitle, name);
  });
  return pictureAnswer(bytes, isPresent);
}
