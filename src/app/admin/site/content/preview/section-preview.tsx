import { type ReactNode, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import { Drawings } from "#app/ui/drawings/drawings.tsx";
import { LookProvider } from "#app/ui/look-context.ts";
import { UploadedPictures } from "#app/ui/pictures/picture.tsx";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";
import { type Look, lookOf } from "#look/look.ts";
import { type FrameProps, PreviewFrame } from "./preview-frame.tsx";
import { aroundContent, type RecordPreviewProps } from "./record-preview.tsx";
import { siteWith } from "./site-with.ts";
import { useFramedSite } from "./use-framed-site.ts";

interface SectionWindowProps extends FrameProps {
  look: Look;
  children: ReactNode;
}

function SectionFrame({ look, children, style, onContent }: SectionWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { body, sheets } = useFramedSite(frame, look);
  return (
    <iframe
      ref={frame}
      title="Preview"
      // Inert, because a click in the preview must do nothing.
      inert
      tabIndex={-1}
      style={style}
    >
      {body &&
        createPortal(
          <CollectSheets value={sheets}>
            <LookProvider value={look}>
              <div ref={(content) => void (content && onContent(content))} style={aroundContent}>
                {children}
              </div>
            </LookProvider>
          </CollectSheets>,
          body,
        )}
    </iframe>
  );
}

/** A record in the first section that shows its block. */
export default function SectionPreview(props: RecordPreviewProps) {
  const { block, id, typed, preview, pictures } = props;
  const key = preview.keys[block.name];
  const sections: readonly PageSection[] = Object.values(pageSections).flat();
  const section = sections.find(({ blocks }) => blocks.some((shown) => shown === key));
  const look = useMemo(() => lookOf(preview.site.look), [preview.site.look]);
  return (
    <PreviewFrame caption="After publishing all drafts" desktopWidth={1280}>
      {(framed) => (
        <SectionFrame look={look} {...framed}>
          <UploadedPictures value={pictures}>
            <Drawings />
            {section?.render(siteWith(preview.site, key, block, { _id: id, ...typed }))}
          </UploadedPictures>
        </SectionFrame>
      )}
    </PreviewFrame>
  );
}
