import type { Page } from "@playwright/test";
import type { ScreenSite } from "./screen-site.ts";

/** Who looks at a screen: each of them one who sees most of it, and a customer who has ordered nothing yet. */
export type Onlooker = "visitor" | "customer" | "newcomer" | "admin";

export interface Screen {
  /** How a failure names it. */
  readonly name: string;
  /** As in `src/app/routes.ts`; its parameters are filled in by the site. */
  readonly path: string;
  readonly as: Onlooker;
  readonly query?: string;
  /** Brings the page into the state that is looked at. */
  readonly prepare?: (page: Page, site: ScreenSite) => Promise<unknown>;
}
