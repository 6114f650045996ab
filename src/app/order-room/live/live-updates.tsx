import type { ReactNode } from "react";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import liveUpdatesSheet from "./live-updates.css?sheet";
import liveScript from "./watch-order.ts?script";

interface LivePartProps {
  name: string;
  children: ReactNode;
}

/** A part of the order's page that `watch-order.ts` replaces when the order changes. */
export function LivePart({ name, children }: LivePartProps) {
  useSheet(liveUpdatesSheet);
  return (
    <div className="live-part" data-live-part={name}>
      {children}
    </div>
  );
}

/**
 * The script that updates an open page. Without JavaScript, the page changes when it is reloaded.
 */
export function LiveUpdates({ orderId, state }: { orderId: string; state: string }) {
  useSheet(liveUpdatesSheet);
  return (
    <>
      <div
        className="live-news"
        role="status"
        data-watch-changes={orderId}
        data-state={state}
        data-new-message="A new message has arrived."
        data-new-content="This page has changed."
        data-interrupted="This page shows no news at the moment. It keeps trying to connect."
        data-ended="This page no longer shows news. Reload it."
        data-busy="There is news. To see it, finish here and then reload the page."
      />
      <script src={liveScript} defer />
    </>
  );
}
