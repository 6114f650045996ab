import type { ReactNode } from "react";
import type { SiteContent } from "../../content/site-content.ts";
import { BannerSection } from "./sections/banner-section.tsx";
export interface PageSection { readonly id: string; readonly blocks: readonly string[]; readonly render: (site: SiteContent) => ReactNode }
export const pageSections = { home: [{ id: "banner", blocks: ["banner"], render: (site: SiteContent) => <BannerSection banner={site.banner} /> }] as readonly PageSection[] };
