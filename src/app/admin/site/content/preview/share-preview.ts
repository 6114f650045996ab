import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pictureAnswer } from "#app/seo/drawn-pictures.server.ts";
import { drawnShareCard } from "#app/seo/drawn-share-card.server.ts";
import { listings } from "#content/addresses/listings.ts";
import { logo } from "#content/blocks/logo.ts";
import { look } from "#content/blocks/look.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { readBusiness } from "#settings/business.server.ts";
import type { Route } from "./+types/share-preview";

/** Draws the picture that a shared link would show with the typed title. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await adminOnly(context, request);
  const { maxLength } = listings.home.fields.listingTitle;
  const title = (new URL(request.url).searchParams.get("title") ?? "").slice(0, maxLength);
  const { configuration, database } = servicesOf(context);
  const { name } = await readBusiness(configuration, database.read);
  const [ofLook, ofLogo] = await readSingletons(database.read, [look, logo]);
  const brand = { look: ofLook, logo: ofLogo };
  const bytes = await drawnShareCard(database.read, title, name, brand);
  return pictureAnswer(bytes, { isForEver: false });
}
