import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { drawnOnce, pictureAnswer } from "#app/seo/drawn-pictures.server.ts";
import { listings } from "#content/addresses/listings.ts";
import { readBusiness } from "#settings/business.server.ts";
import type { Route } from "./+types/share-preview";

/** Draws the picture that a shared link would show with the typed title. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await adminOnly(context, request);
  const { maxLength } = listings.home.fields.listingTitle;
  const title = (new URL(request.url).searchParams.get("title") ?? "").slice(0, maxLength);
  const { configuration, database } = servicesOf(context);
  const { name } = await readBusiness(configuration, database.read);
  const bytes = await drawnOnce(`share ${name}\n${title}`, async () => {
    const { shareCard } = await import("#seo/share-card.ts");
    return shareCard(title, name);
  });
  return pictureAnswer(bytes, false);
}
