import type { Page } from "@playwright/test";
import type { ScreenSite } from "./screen-site.ts";

/** Kind of viewer. "customer" has orders, "newcomer" has none. */
export type Onlooker = "visitor" | "customer" | "newcomer" | "admin";

export interface Screen {
  readonly name: string;
  /** Path as in `src/app/routes.ts`, with a query; the site fills in its parameters. */
  readonly path: string;
  readonly as: Onlooker;
  readonly prepare?: (page: Page, site: ScreenSite) => Promise<unknown>;
}
