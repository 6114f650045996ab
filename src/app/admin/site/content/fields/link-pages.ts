import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { editorPages } from "#app/admin/site/editor/editor-places.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { defaultAddresses } from "#content/addresses/listings.ts";
import { pagesToLink, sectionsToLink } from "#content/addresses/pages-to-link.ts";
import { footerMenu, headerMenu } from "#content/blocks/menus.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listForEditing } from "#content/drafts/editable-record.ts";
import type { Route } from "./+types/link-pages";
import type { LinkPage } from "./link-target.ts";
import { placedEntries } from "./menu-place.ts";

/**
 * Pages for the fields in which the owner chooses where a link leads, the menu entries and the plans. With the query parameter
 * `sectionsOf`, only the sections of one own page or article.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const sectionsOf = url.searchParams.get("sectionsOf");
  if (sectionsOf !== null) {
    const sections = await sectionsToLink(services, actor, sectionsOf);
    return {
      pages: [],
      menuEntries: [],
      plans: [],
      sections: sections.map(({ id, kind, values }) => {
        const declaration = sectionKinds.get(kind);
        const label = declaration && values[declaration.labelField];
        return { anchor: id, title: label || (declaration?.title ?? id) };
      }),
    };
  }
  const specified: LinkPage[] = editorPages.map(({ name, title, places }) => ({
    link: defaultAddresses[name],
    title,
    isOnSite: true,
    group: "Pages of this site",
    sections: places.flatMap((place) =>
      place.selector?.startsWith("#")
        ? [{ anchor: place.selector.slice(1), title: place.title }]
        : [],
    ),
  }));
  const own: LinkPage[] = (await pagesToLink(services, actor)).map((page) => ({
    link: `page:${page.id}`,
    title: page.isPublished ? page.title : `${page.title} (not published)`,
    isOnSite: page.isPublished,
    group: page.isArticle ? "Articles" : "Your own pages",
    sections: "loaded",
  }));
  const menus = [headerMenu, footerMenu].map(async (menu) =>
    placedEntries(menu, await listForEditing(services, actor, menu)),
  );
  return {
    pages: [...specified, ...own],
    menuEntries: (await Promise.all(menus)).flat(),
    plans: (await listForEditing(services, actor, pricingPackages)).map(({ _id, label }) => ({
      id: _id,
      name: label,
    })),
    sections: [],
  };
}
