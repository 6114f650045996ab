import { type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
import type { AnyRecord, Shape } from "../../../../content/model/define.ts";
import type { SiteContent } from "../../../../content/model/site-content.ts";
import { type PageSection, pageSections } from "../../../landing/page-sections.tsx";
import { useFrameBody } from "./frame-body.ts";
import type { FrameProps } from "./preview-frame.tsx";

/** Margins at both ends of the content belong to its height. */
export const aroundContent = { display: "flow-root" };

interface SectionWindowProps extends FrameProps {
  /** The real sections of the site. */
  children: ReactNode;
}

/** The real section in a frame. */
export function SectionFrame({ children, style, onContent }: SectionWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const body = useFrameBody(frame);
  return (
    <iframe
      ref={frame}
      title="Preview"
      // Inert, because it only shows the typed text.
      inert
      tabIndex={-1}
      style={style}
    >
      {body &&
        createPortal(
          <div ref={(content) => void (content && onContent(content))} style={aroundContent}>
            {children}
          </div>,
          body,
        )}
    </iframe>
  );
}

/** Sections that show a block, by the key in the site content. */
export function sectionsShowing(key: string | undefined): readonly PageSection[] {
  return Object.values(pageSections)
    .flat()
    .filter(({ blocks }) => (blocks as readonly string[]).includes(key ?? ""));
}

/** The site content with one record as it is being typed. */
export function siteWith(
  site: SiteContent,
  key: string | undefined,
  shape: Shape,
  typed: AnyRecord,
): SiteContent {
  if (key === undefined) return site;
  const current = (site as unknown as Record<string, AnyRecord | readonly AnyRecord[]>)[key];
  if (shape === "singleton") return { ...site, [key]: typed };
  const records = Array.isArray(current) ? (current as readonly AnyRecord[]) : [];
  const replaced = records.map((record) => (record._id === typed._id ? typed : record));
  const isNew = !records.some(({ _id }) => _id === typed._id);
  return { ...site, [key]: isNew ? [...records, typed] : replaced };
}
