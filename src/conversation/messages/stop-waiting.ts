import { z } from "zod";
import { lockTeamOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRoomRight } from "#policy/rights.ts";
import { endQuestions } from "#stages/customer-questions.server.ts";

export const stopWaitingForm = z.strictObject({
  through: z.coerce
    .number("Name the last question that you saw.")
    .int()
    .positive()
    .meta({ description: "Number of the last question that you saw; a newer question stays open" }),
});

/**
 * Ends the wait for the customer without an answer, for example after a call. Input: `{ through }`.
 * Changes nothing if the questions have ended already. Throws "forbidden", "invalid" and
 * "not-found".
 */
export async function stopWaiting(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  requireRoomRight(actor, "write order messages");
  const { through } = parseOrThrow(stopWaitingForm, input);
  await database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write order messages", orderId);
    const at = clock();
    const end = { kind: "closed", message_number: null, author: authorOf(actor), at } as const;
    const questions = await endQuestions(tx, order.id, { ...end, through });
    if (questions.length === 0) return;
    await audit(tx, actor, {
      action: "Stop waiting for the customer",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { questions: [...questions] },
      at,
    });
  });
}
