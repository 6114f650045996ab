import { Fragment } from "react";
import type { SiteContent } from "#content/model/site-content.ts";
import { addressOf, type LegalPage, legalPageNames, legalTextOf } from "#seo/public-pages.ts";

export interface PageLink {
  readonly href: string;
  readonly title: string;
}

export function legalLinks(
  site: SiteContent,
  pages: readonly LegalPage[] = legalPageNames,
): PageLink[] {
  return pages.flatMap((page) => {
    const title = legalTextOf(site, page)?.legalTitle;
    return title === undefined ? [] : [{ href: addressOf(site, page), title }];
  });
}

interface LegalNoteProps {
  /** Completes "When you …", such as "register". */
  deed: string;
  documents: readonly PageLink[];
}

/** Names the documents that the customer accepts by pressing the button below. */
export function LegalNote({ deed, documents }: LegalNoteProps) {
  if (documents.length === 0) return null;
  return (
    <p className="text-field__hint">
      When you {deed}, you accept the{" "}
      {documents.map(({ href, title }, index) => (
        <Fragment key={href}>
          {index > 0 && (index === documents.length - 1 ? " and the " : ", the ")}
          <a href={href}>{title}</a>
        </Fragment>
      ))}
      .
    </p>
  );
}
