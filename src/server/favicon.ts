import type { MiddlewareHandler } from "hono";
import type { Services } from "../compose.ts";
import { logo } from "../content/blocks/logo.ts";
import { look } from "../content/blocks/look.ts";
import { readSingletons } from "../content/records/content-store.server.ts";
import { pageIcons } from "../seo/icon-of.ts";
import { readBusiness } from "../settings/business.server.ts";

export const faviconPath = "/favicon.svg";

/**
 * Leads programs that ask for the usual file to the icon of the site, if the site has another than
 * the program's own, which draws a sprout.
 */
export function ownFavicon({ configuration, database }: Services): MiddlewareHandler {
  return async (context, next) => {
    const [ofLogo, ofLook] = await readSingletons(database.read, [logo, look]);
    const { name } = await readBusiness(configuration, database.read);
    const { tab } = pageIcons({ logo: ofLogo, look: ofLook, name });
    if (tab.href === faviconPath) return next();
    context.header("Cache-Control", "no-cache");
    return context.redirect(tab.href);
  };
}
