import { useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import type { FrameProps } from "#app/admin/site/content/preview/preview-frame.tsx";
import { useFramedSite } from "#app/admin/site/content/preview/use-framed-site.ts";
import { MonthPage } from "#app/order-room/months/month-page.tsx";
import type { MonthView } from "#app/order-room/months/month-view.ts";
import { LookProvider } from "#app/ui/look-context.ts";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";
import type { Look } from "#look/look.ts";

interface MonthPreviewFrameProps extends FrameProps {
  view: MonthView;
  look: Look;
}

/** The page of a month in a frame, as `MonthPreview` shows it. */
export default function MonthPreviewFrame(props: MonthPreviewFrameProps) {
  const { view, look, style, onContent } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  // Pages of customers never have the owner's rules.
  const withoutOwnCss = useMemo(() => ({ ...look, customCss: "" }), [look]);
  const { body, sheets } = useFramedSite(frame, withoutOwnCss);
  return (
    <iframe ref={frame} title="Preview of the page" style={style} tabIndex={-1}>
      {body &&
        createPortal(
          <CollectSheets value={sheets}>
            <div
              inert
              ref={(element) => {
                if (element !== null) onContent(element);
              }}
            >
              <LookProvider value={look}>
                <MonthPage view={view} />
              </LookProvider>
            </div>
          </CollectSheets>,
          body,
        )}
    </iframe>
  );
}
