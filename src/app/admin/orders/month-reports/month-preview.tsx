import { lazy, Suspense } from "react";
import { PreviewFrame } from "#app/admin/site/content/preview/preview-frame.tsx";
import type { MonthView } from "#app/order-room/months/month-view.ts";
import type { Look } from "#look/look.ts";

// The form can be used before the page, its charts and the look have loaded.
const MonthPreviewFrame = lazy(() => import("./month-preview-frame.tsx"));

const desktopWidth = 1200;

/** The page that the customer gets, with the text that is being typed. */
export function MonthPreview({ view, look }: { view: MonthView; look: Look }) {
  return (
    <PreviewFrame caption="What the customer sees" desktopWidth={desktopWidth}>
      {(framed) => (
        <Suspense>
          <MonthPreviewFrame view={view} look={look} {...framed} />
        </Suspense>
      )}
    </PreviewFrame>
  );
}
