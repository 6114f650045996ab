import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { isPlainText, trimmed } from "../../platform/texts/plain-text.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { orderNotFound } from "../find-order.ts";
import { selectOrder } from "../order-store.server.ts";
import { addOrderEvent } from "./order-timeline.ts";

export const longestNote = 5000;

const noteForm = z.strictObject({
  note: z
    .string("Enter a note.")
    // Browsers send line ends of forms as \r\n.
    .transform((note) => trimmed(note.replace(/\r\n?/g, "\n")))
    .pipe(
      z
        .string()
        .min(1, "Enter a note.")
        .max(longestNote, `A note has at most ${longestNote} characters.`)
        .refine(isPlainText, "The note has characters that cannot be shown."),
    ),
});

interface AddOrderNoteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Adds a note to an order, visible to admins only. Input: `{ note }`. Throws "forbidden", "invalid"
 * and "not-found".
 */
export async function addOrderNote(
  { database, clock }: AddOrderNoteDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update orders");
  const { note } = parseOrThrow(noteForm, input);
  await database.write(async (tx) => {
    const order = await selectOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
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
