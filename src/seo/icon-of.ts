import type { Logo } from "../content/blocks/logo.ts";

/** Address of the picture from which the site's icons are made; "" for none. */
export function iconOf(logo: Logo | undefined): string {
  return logo?.siteIcon || (logo?.logo ?? "");
}
