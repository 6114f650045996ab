import type { ComponentType } from "react";
import { type ActionResult, resultOf } from "#app/ui/forms/action-result.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CustomerPartProps } from "./customer-part.ts";
import { CustomerDeliveries } from "./deliveries/customer-deliveries.tsx";
import { DeliveryReopening } from "./deliveries/delivery-answers.tsx";
import { CustomerFiles } from "./files/customer-files.tsx";
import { LivePart } from "./live/live-updates.tsx";
import { CustomerMessages } from "./messages/customer-messages.tsx";
import { CustomerMonths } from "./months/customer-months.tsx";
import { CustomerNextMonth } from "./next-month/customer-next-month.tsx";
import openPartScript from "./open-part.ts?script";
import { CustomerPasswords } from "./passwords/customer-passwords.tsx";
import { CustomerPeople } from "./people/customer-people.tsx";
import roomSheet from "./room.css?sheet";
import type { CustomerRoom } from "./room-parts.server.ts";
import { CustomerSearches } from "./searches/customer-searches.tsx";
import { CustomerTestimonial } from "./testimonial/customer-testimonial.tsx";
import { CustomerTimeline } from "./timeline/customer-timeline.tsx";
import { CustomerWebsite } from "./website/customer-website.tsx";

/**
 * What the order has brought, below the next step, from top to bottom. A part shows nothing where
 * its data was not read.
 */
const results: Readonly<Record<string, ComponentType<CustomerPartProps>>> = {
  nextMonth: CustomerNextMonth,
  testimonial: CustomerTestimonial,
  reopening: DeliveryReopening,
  deliveries: CustomerDeliveries,
  website: CustomerWebsite,
  searches: CustomerSearches,
  months: CustomerMonths,
};

interface SidePart {
  /** Fragment of the URL that opens the part; the id of an element in it. */
  readonly id: string;
  readonly title: string;
  readonly Part: ComponentType<CustomerPartProps>;
  readonly isShown: (room: CustomerRoom) => boolean;
  /** What is in the part or new in it, in a few words; "" for nothing. */
  readonly count?: (room: CustomerRoom) => string;
  /** The forms of the part: a refused form opens it. */
  readonly intents?: readonly string[];
}

/** The parts beside the next step, of which one is open, by the sequence of their links. */
const sideParts: readonly SidePart[] = [
  {
    id: "messages",
    title: "Messages",
    Part: CustomerMessages,
    isShown: hasExchange,
    count: ({ messages }) => (messages?.unread ? `${messages.unread} new` : ""),
    intents: ["message", "change-message"],
  },
  {
    id: "files",
    title: "Files",
    Part: CustomerFiles,
    isShown: hasExchange,
    count: ({ messages, files }) => {
      const isNew = new Set(messages?.messages.flatMap(({ id, isNew }) => (isNew ? id : [])));
      const added = files?.withMessages.filter(({ messageId }) => isNew.has(messageId ?? ""));
      return added?.length ? `${added.length} new` : String(files?.count || "");
    },
    intents: ["remove-file"],
  },
  {
    id: "passwords",
    title: "Passwords",
    Part: CustomerPasswords,
    isShown: hasExchange,
    count: ({ passwords }) => String(passwords?.passwords.length || ""),
    intents: ["add-password", "replace-password", "withdraw-password"],
  },
  { id: "history", title: "History", Part: CustomerTimeline, isShown: () => true },
  {
    id: "people",
    title: "People",
    Part: CustomerPeople,
    isShown: () => true,
    intents: ["end-links"],
  },
];

function hasExchange({ messages, order }: CustomerRoom): boolean {
  if (messages === undefined) return false;
  return messages.messages.length > 0 || order.paymentStatus === "Paid";
}

export function RoomResults(props: CustomerPartProps) {
  return Object.entries(results).map(([id, Part]) => <Part key={id} {...props} />);
}

/**
 * Links to the parts, and the parts. All are in the page, so that nothing typed is lost and a
 * fragment opens its part without JavaScript (`room.css`).
 */
export function SideParts({ room, form }: CustomerPartProps) {
  useSheet(roomSheet);
  const shown = sideParts.filter(({ isShown }) => isShown(room));
  const first = shown.find(({ intents = [] }) => isRefused(form, intents)) ?? shown[0];
  return (
    <div className="room-parts" data-parts="">
      <nav className="room-parts__nav" aria-label="Parts of this order">
        <ul>
          {shown.map(({ id, title, count }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === first?.id ? "true" : undefined}>
                {title}
                {count && (
                  <LivePart name={`count of ${id}`}>
                    <Count words={count(room)} />
                  </LivePart>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map(({ id, Part }) => (
        <div
          key={id}
          className="room-part"
          data-part={id}
          data-open={id === first?.id || undefined}
        >
          <Part room={room} form={form} />
        </div>
      ))}
      <script src={openPartScript} defer />
    </div>
  );
}

function isRefused(form: ActionResult | undefined, intents: readonly string[]): boolean {
  return resultOf(form, ...intents) !== undefined;
}

function Count({ words }: { words: string }) {
  if (words === "") return null;
  const isNew = words.endsWith(" new");
  return (
    <>
      {" "}
      <span className={isNew ? "room-parts__new" : "room-parts__count"}>{words}</span>
    </>
  );
}
