import { Fragment } from "react";
import type { SiteContent } from "../../content/model/site-content.ts";
import type { FormState } from "../ui/forms/form-state.ts";
import { EditableSection } from "./editable-section.tsx";
import { type PageName, type PageSection, pageSections } from "./page-sections.tsx";

interface PageBodyProps {
  page: PageName;
  site: SiteContent;
  form?: FormState | undefined;
  /** The address of the page while an admin clicks what to edit; else undefined. */
  editedPath?: string | undefined;
}

/** A public page between header and footer. */
export function PageBody({ page, site, form, editedPath }: PageBodyProps) {
  const sections: readonly PageSection[] = pageSections[page];
  if (editedPath === undefined) {
    return sections.map(({ id, render }) => <Fragment key={id}>{render(site, form)}</Fragment>);
  }
  return sections.map((section) => (
    <EditableSection key={section.id} section={section} site={site} path={editedPath}>
      {section.render(site, form)}
    </EditableSection>
  ));
}
