import { data } from "react-router";
import { logo } from "#content/blocks/logo.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { findStoredPicture } from "#media/stored-picture.ts";
import { iconOf } from "#seo/icon-of.ts";
import { iconSizes } from "#seo/text-files.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/icon";
import { drawnOnce, pictureAnswer } from "./drawn-pictures.server.ts";

/** The site's icon in one size, made from the uploaded site icon, or else from the uploaded logo. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const size = iconSizes.find((one) => params.file === `${one}.png`);
  if (size === undefined) throw data(null, { status: 404 });
  const { database } = servicesOf(context);
  const [record] = await readSingletons(database.read, [logo]);
  const uploaded = await findStoredPicture(database.read, iconOf(record));
  const bytes = await drawnOnce(`icon ${size} ${uploaded?.etag ?? ""}`, async () => {
    const { siteIcon } = await import("#seo/site-icon.ts");
    return siteIcon(uploaded?.bytes, size);
  });
  return pictureAnswer(bytes, false);
}
