import { lookOf } from "#look/look.ts";
import { findStoredPicture } from "#media/stored-picture.ts";
import type { Queries } from "#platform/database/database.ts";
import { brandChoices, type DrawnBrand } from "#seo/drawn-choices.ts";
import { drawnOnce } from "./drawn-pictures.server.ts";

/** The share picture of a title in the look and with the logo of a site. */
export async function drawnShareCard(
  queries: Queries,
  title: string,
  name: string,
  brand: DrawnBrand,
): Promise<Buffer> {
  const look = lookOf(brand.look);
  const { logo = "", darkLogo = "" } = brand.logo ?? {};
  const uploaded = await findStoredPicture(queries, (look.scheme === "Dark" && darkLogo) || logo);
  const key = `share ${brandChoices(brand)} ${uploaded?.etag ?? ""}\n${name}\n${title}`;
  return drawnOnce(key, async () => {
    const [{ shareCard }, { cardDressOf }] = await Promise.all([
      import("#seo/share-card.ts"),
      import("#seo/card-dress.ts"),
    ]);
    return shareCard(title, name, await cardDressOf(queries, look), uploaded?.bytes);
  });
}
