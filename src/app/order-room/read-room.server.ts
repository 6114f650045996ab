import type { Services } from "#compose.ts";
import type { Order } from "#orders/order.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { type ConversationView, conversationView } from "./messages/messages-part.server.ts";
import type { RoomOf, RoomParts, RoomReading } from "./room-part.ts";

interface Reading<Parts> extends Pick<RoomReading, "side" | "reader" | "request"> {
  /** The parts that the page shows to the actor; see `room-parts.server.ts`. */
  readonly parts: Parts;
}

/**
 * Reads the parts of an order's room in parallel. Throws the errors of the parts.
 */
export async function readRoom<Parts extends RoomParts>(
  services: Services,
  actor: SignedInActor,
  order: Order,
  { parts, side, reader, request }: Reading<Parts>,
): Promise<RoomOf<Parts>> {
  // Read first, so that a change during the following reads still updates the open page.
  const state = await services.roomChanges.stateOf(order.id);
  let conversation: Promise<ConversationView> | undefined;
  const reading: RoomReading = {
    services,
    actor,
    order,
    side,
    reader,
    request,
    conversation: () => {
      conversation ??= conversationView(services, actor, order.id, { reader, request, side });
      return conversation;
    },
  };
  const views = await Promise.all(
    Object.entries(parts).map(async ([id, part]) => [id, await part.read(reading)] as const),
  );
  return { ...Object.fromEntries(views), state } as RoomOf<Parts>;
}
