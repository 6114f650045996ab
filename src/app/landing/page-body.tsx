import { Fragment } from "react";
import type { SiteContent } from "../../content/site-content.ts";
import type { FormState } from "../ui/form-state.ts";
import { type PageName, type PageSection, pageSections } from "./page-sections.tsx";

interface PageBodyProps {
  page: PageName;
  site: SiteContent;
  form?: FormState | undefined;
}

/** A public page between header and footer. */
export function PageBody({ page, site, form }: PageBodyProps) {
  const sections: readonly PageSection[] = pageSections[page];
  return sections.map(({ id, render }) => <Fragment key={id}>{render(site, form)}</Fragment>);
}
