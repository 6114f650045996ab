import { type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
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
