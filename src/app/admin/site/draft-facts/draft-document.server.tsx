import { renderToStaticMarkup } from "react-dom/server";
import { ArticleText } from "#app/landing/articles/article-text.tsx";
import { PageSections } from "#app/landing/page-body.tsx";
import { UploadedPictures } from "#app/ui/pictures/picture.tsx";
import type { SiteContent } from "#content/model/site-content.ts";
import { type Section, sectionsIn } from "#content/sections/section.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import { escapeHtml } from "#platform/texts/escape-html.ts";
import type { OwnPageRecord } from "#seo/own-page-head.ts";

interface Draft {
  readonly page: OwnPageRecord;
  readonly site: SiteContent;
  readonly pictures: FactsByAddress;
  readonly title: string;
  readonly description: string;
}

interface DraftDocument {
  readonly html: string;
  /** The section at each line of `html`, from line 1; undefined for what stands above the sections. */
  readonly sections: readonly (Section | undefined)[];
}

/**
 * The page as a document in which each section begins a line, so that the line of a finding names
 * the section.
 */
export function draftDocument({ page, site, pictures, title, description }: Draft): DraftDocument {
  const { kind, record } = page;
  const sections = sectionsIn(record.sections).filter(({ isHidden }) => !isHidden);
  const markup = renderToStaticMarkup(
    <UploadedPictures value={pictures}>
      {kind === "article" && <ArticleText values={record} site={site} />}
      <PageSections
        sections={sections}
        site={site}
        title={kind === "page" ? record.pageTitle : ""}
        hasTitle={kind === "article"}
      />
    </UploadedPictures>,
  );
  const head = `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">`;
  const start = `<!doctype html><html lang="en"><head>${head}</head><body>`;
  // A line end inside of the text, as in code, would shift the lines.
  let rest = markup.replaceAll(/\r?\n/g, " ");
  const lines = [start];
  const owners: (Section | undefined)[] = [undefined];
  for (const section of sections) {
    const at = rest.search(new RegExp(`<[a-z]+[^>]* id="${section.id}"`));
    if (at < 0) continue;
    lines[lines.length - 1] += rest.slice(0, at);
    rest = rest.slice(at);
    lines.push("");
    owners.push(section);
  }
  lines[lines.length - 1] += rest;
  return { html: `${lines.join("\n")}</body></html>`, sections: owners };
}
