import { lazy, Suspense, useRef } from "react";
import { createPortal } from "react-dom";
import { type FrameProps, PreviewFrame } from "#app/admin/site/content/preview/preview-frame.tsx";
import { useFramedSite } from "#app/admin/site/content/preview/use-framed-site.ts";
import type { MonthView } from "#app/order-room/months/month-view.ts";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";

// The form can be used before the page and its charts have loaded.
const MonthPage = lazy(async () => {
  const { MonthPage: page } = await import("#app/order-room/months/month-page.tsx");
  return { default: page };
});

const desktopWidth = 1200;

/** The page that the customer gets, with the text that is being typed. */
export function MonthPreview({ view }: { view: MonthView }) {
  return (
    <PreviewFrame caption="What the customer sees" desktopWidth={desktopWidth}>
      {(framed) => <PreviewBody view={view} {...framed} />}
    </PreviewFrame>
  );
}

function PreviewBody({ view, style, onContent }: FrameProps & { view: MonthView }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { body, sheets } = useFramedSite(frame);
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
              <Suspense fallback={null}>
                <MonthPage view={view} />
              </Suspense>
            </div>
          </CollectSheets>,
          body,
        )}
    </iframe>
  );
}
