import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { palettesOfLogo } from "#look/colours/logo-palettes.server.ts";
import { findStoredPicture } from "#media/stored-picture.ts";
import { AppError } from "#platform/errors.ts";
import type { Route } from "./+types/logo-palettes";

/** Proposes palettes in the colours of an uploaded picture; changes nothing. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  await adminOnly(context, request);
  const { database, parse } = servicesOf(context);
  const picture = await findStoredPicture(database.read, url.searchParams.get("picture") ?? "");
  if (picture === undefined) {
    return { palettes: [], error: "Upload the logo, or choose it from the library." };
  }
  try {
    return { palettes: await palettesOfLogo(parse, picture.bytes), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { palettes: [], error: error.message };
  }
}
