import { data } from "react-router";
import { logo } from "#content/blocks/logo.ts";
import { look } from "#content/blocks/look.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import type { EmailLogoFile } from "#look/email-logo.ts";
import { lookOf } from "#look/look.ts";
import { findEmailLogo } from "#look/read-email-logo.server.ts";
import { findStoredPicture } from "#media/stored-picture.ts";
import { type IconSource, iconMark, iconOf, iconSvgFile } from "#seo/icon-of.ts";
import { iconShapes } from "#seo/text-files.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/icon";
import { drawnOnce, pictureAnswer } from "./drawn-pictures.server.ts";

const emailLogos = new Map<string, EmailLogoFile>([
  ["email.png", "email.png"],
  ["email-night.png", "email-night.png"],
]);

/**
 * The site's icon in one size, made from the uploaded site icon, or else from the uploaded logo, or
 * else drawn in the look of the site. Also the logo as emails show it.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { configuration, database } = servicesOf(context);
  const emailLogo = emailLogos.get(params.file);
  if (emailLogo !== undefined) {
    const picture = await findEmailLogo(database.read, emailLogo);
    if (picture === undefined) throw data(null, { status: 404 });
    const { mark, draw } = picture;
    const bytes = await drawnOnce(`${emailLogo} ${mark}`, draw);
    return pictureAnswer(bytes, { isForEver: url.searchParams.get("v") === mark });
  }
  const shape = iconShapes.get(params.file);
  if (shape === undefined && params.file !== iconSvgFile) throw data(null, { status: 404 });
  const [ofLogo, ofLook] = await readSingletons(database.read, [logo, look]);
  const { name } = await readBusiness(configuration, database.read);
  const source: IconSource = { logo: ofLogo, look: ofLook, name };
  const uploaded = await findStoredPicture(database.read, iconOf(ofLogo));
  const mark = iconMark(source);
  const bytes = await drawnOnce(`icon ${params.file} ${mark} ${uploaded?.etag ?? ""}`, async () => {
    const [{ iconSvg, siteIcon }, { cardDressOf }] = await Promise.all([
      import("#seo/site-icon.ts"),
      import("#seo/card-dress.ts"),
    ]);
    const dress = await cardDressOf(database.read, lookOf(ofLook));
    return shape === undefined
      ? Buffer.from(iconSvg(name, dress))
      : siteIcon(uploaded?.bytes, name, shape, dress);
  });
  const type = shape === undefined ? "image/svg+xml" : "image/png";
  return pictureAnswer(bytes, { isForEver: url.searchParams.get("v") === mark, type });
}
