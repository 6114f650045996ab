import type { Intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import type { Side } from "#conversation/order-message-tables.server.ts";
import type { Order } from "#orders/order.ts";
import type { DateReader } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import type { ConversationView } from "./messages/messages-part.server.ts";

/** For whom and for which page the parts of an order's room are read. */
export interface RoomReading {
  readonly services: Services;
  readonly actor: SignedInActor;
  readonly order: Order;
  /** The customer's page or the team's page. An admin can open both. */
  readonly side: Side;
  readonly reader: DateReader;
  readonly request: Request;
  /** The messages, which are read once, because reading them marks them as read. */
  readonly conversation: () => Promise<ConversationView>;
}

/** A part of an order's room on one page, whose forms are called with `Form`. */
interface RoomPart<Form> {
  /** Data of the part for the page. Checks the actor's rights through the operations it calls. */
  readonly read: (reading: RoomReading) => Promise<unknown>;
  /** The forms of the part. */
  readonly intents?: Readonly<Record<string, Intent<Form, unknown>>>;
}

export type RoomParts<Form = never> = Readonly<Record<string, RoomPart<Form>>>;

/** The data of all parts, by part, and the state of the room for live updates. */
export type RoomOf<Parts extends RoomParts> = {
  readonly [Id in keyof Parts]: Awaited<ReturnType<Parts[Id]["read"]>>;
} & { readonly state: string };

/** The forms of all parts, by intent. */
export function intentsOf<Form>(
  parts: RoomParts<Form>,
): Readonly<Record<string, Intent<Form, unknown>>> {
  return Object.assign({}, ...Object.values(parts).map(({ intents }) => intents));
}
