import { z } from "zod";
import { lockTeamOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import { noteText } from "#platform/texts/note-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRoomRight } from "#policy/rights.ts";
import { addOrderEvent } from "../status/order-events.server.ts";

const noteForm = z.strictObject({ note: noteText });

interface AddOrderNoteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Only the team sees the note. Input: `{ note }`. Throws "forbidden", "invalid" and "not-found".
 */
export async function addOrderNote(
  { database, clock }: AddOrderNoteDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  requireRoomRight(actor, "write order notes");
  const { note } = parseOrThrow(noteForm, input);
  await database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write order notes", orderId);
    const at = clock();
    await addOrderEvent(tx, actor, order.id, { note }, at);
    await audit(tx, actor, {
      action: "Add order note",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { note },
      at,
    });
  });
}
