import { z } from "zod";
import { parseOrThrow } from "../../../platform/texts/validation.ts";
import type { Actor } from "../../../policy/actor.ts";
import { requireRight } from "../../../policy/rights.ts";
import { lockAccount } from "../accounts.server.ts";
import { auditNote, type CustomerNoteDependencies, findCustomerNote } from "./customer-notes.ts";

const removeForm = z.strictObject({ id: z.string("Choose the note to remove.") });

/** Removes an internal note. Input: `{ id }`. Throws "forbidden", "invalid" and "not-found". */
export async function removeCustomerNote(
  { database, clock }: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { id } = parseOrThrow(removeForm, input);
  await database.write(async (tx) => {
    await lockAccount(tx, accountId);
    await findCustomerNote(tx, accountId, id);
    await tx.deleteFrom("customer_notes").where("id", "=", id).execute();
    await auditNote(tx, actor, { action: "Remove customer note", accountId, id, at: clock() });
  });
}
