import { Fragment, type ReactNode } from "react";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { editPathOf, listPathOf } from "#content/model/record-paths.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import framedSiteSheet from "../site/framed-site.css?sheet";
import type { ActionResult } from "../ui/forms/action-result.ts";
import { useSheet } from "../ui/styles/style-sheets.ts";
import { type PageName, type PageSection, pageSections } from "./page-sections.tsx";

interface EditableSectionProps {
  section: PageSection;
  site: SiteContent;
  /** Path of the public page. The edit screen has a link back to this path. */
  path: string;
  children: ReactNode;
}

function EditableSection({ section, site, path, children }: EditableSectionProps) {
  useSheet(framedSiteSheet);
  const key = section.blocks[0];
  if (key === undefined) return children;
  const block: Block = blocks[key];
  const back = encodeURIComponent(`${path}#${section.id}`);
  return (
    <div className="edit-section">
      <a className="edit-section__link" href={`${screenOf(block, site[key])}?back=${back}`}>
        <span>Edit {block.title}</span>
      </a>
      {children}
    </div>
  );
}

function screenOf(block: Block, shown: unknown): string {
  const record = block.shape === "singleton" ? (shown as AnyRecord | undefined) : undefined;
  return record === undefined ? listPathOf(block) : editPathOf(block, record._id);
}

interface PageBodyProps {
  page: PageName;
  site: SiteContent;
  form?: ActionResult | undefined;
  /** Path of the page; undefined outside an admin's edit view. */
  editedPath?: string | undefined;
}

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
