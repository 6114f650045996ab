import { type ComponentType, lazy, Suspense } from "react";
import { PanelAccess } from "./access/panel-access.tsx";
import { PanelBrief } from "./brief/panel-brief.tsx";
import { PanelDeliveries } from "./deliveries/panel-deliveries.tsx";
import { PanelEmails } from "./emails/panel-emails.tsx";
import { PanelFiles } from "./files/panel-files.tsx";
import { PanelMessages } from "./messages/panel-messages.tsx";
import type { PanelPartProps } from "./panel-part.ts";
import { PanelPasswords } from "./passwords/panel-passwords.tsx";
import type { PanelRoom } from "./room-parts.server.ts";
import { PanelTimeline } from "./timeline/panel-timeline.tsx";

/** Loaded on demand, because the script of the order page is close to its size limit. */
const LoadedWebsite = lazy(() => import("./website/panel-website.tsx"));

function PanelWebsite({ room }: PanelPartProps) {
  return (
    <Suspense fallback={null}>
      <LoadedWebsite room={room} />
    </Suspense>
  );
}

const LoadedInvoices = lazy(() => import("./invoices/panel-invoices.tsx"));

/** Nothing of an order without documents for which none can be issued. */
function PanelInvoices({ room: { invoices } }: PanelPartProps) {
  if (!invoices) return null;
  const { documents, waitsFor, proForma, canIssue } = invoices;
  if (documents.length === 0 && waitsFor === null && proForma === null && !canIssue) return null;
  return (
    <Suspense fallback={null}>
      <LoadedInvoices invoices={invoices} />
    </Suspense>
  );
}

/**
 * The parts of the room in the panel, from top to bottom. A part shows nothing where its data was
 * not read.
 */
const panelParts = {
  deliveries: PanelDeliveries,
  website: PanelWebsite,
  brief: PanelBrief,
  emails: PanelEmails,
  messages: PanelMessages,
  files: PanelFiles,
  invoices: PanelInvoices,
  access: PanelAccess,
  passwords: PanelPasswords,
  timeline: PanelTimeline,
} satisfies Partial<Record<keyof PanelRoom, ComponentType<PanelPartProps>>>;

export function PanelParts({ room }: PanelPartProps) {
  return Object.entries(panelParts).map(([id, Part]: [string, ComponentType<PanelPartProps>]) => (
    // The key gives each order forms of its own.
    <Part key={`${id} ${room.order.id}`} room={room} />
  ));
}
