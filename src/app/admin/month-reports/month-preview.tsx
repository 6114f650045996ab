import { useRef } from "react";
import { createPortal } from "react-dom";
import { MonthPage } from "#app/order-room/months/month-page.tsx";
import type { MonthView } from "#app/order-room/months/month-view.ts";
import { type FrameProps, PreviewFrame, useFrameBody } from "../content/preview/preview-frame.tsx";

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
  const body = useFrameBody(frame);
  return (
    <iframe ref={frame} title="Preview of the page" style={style} tabIndex={-1}>
      {body &&
        createPortal(
          <div
            inert
            ref={(element) => {
              if (element !== null) onContent(element);
            }}
          >
            <MonthPage view={view} />
          </div>,
          body,
        )}
    </iframe>
  );
}
