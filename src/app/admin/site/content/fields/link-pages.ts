import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { editorPages } from "#app/admin/site/editor/editor-places.server.ts";
import { defaultAddresses } from "#content/addresses/listings.ts";
import type { Route } from "./+types/link-pages";
import type { LinkPage } from "./link-target.ts";

/** Pages and their sections, for the fields in which the owner chooses where a link leads. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await adminOnly(context, request);
  const pages: LinkPage[] = editorPages.map(({ name, title, places }) => ({
    link: defaultAddresses[name],
    title,
    sections: places.flatMap(({ selector, title }) =>
      selector?.startsWith("#") ? [{ anchor: selector.slice(1), title }] : [],
    ),
  }));
  return { pages };
}
