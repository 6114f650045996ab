import { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import { noteText } from "../../../platform/texts/note-text.ts";
import { parseOrThrow } from "../../../platform/texts/validation.ts";
import { type Actor, authorOf } from "../../../policy/actor.ts";
import { requireRight } from "../../../policy/rights.ts";
import { lockAccount } from "../accounts.server.ts";
import { auditNote, type CustomerNoteDependencies } from "./customer-notes.ts";

const noteForm = z.strictObject({ note: noteText });

/**
 * Adds an internal note to an account. Input: `{ note }`. Throws "forbidden", "invalid" and
 * "not-found".
 */
export async function addCustomerNote(
  { database, clock }: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { note } = parseOrThrow(noteForm, input);
  await database.write(async (tx) => {
    // A note must not outlive an account that is deleted at the same time.
    await lockAccount(tx, accountId);
    const id = newId();
    const at = clock();
    await tx
      .insertInto("customer_notes")
      .values({
        id,
        account_id: accountId,
        note,
        author: authorOf(actor),
        created_at: at,
        changed_by: null,
        changed_at: null,
      })
      .execute();
    await auditNote(tx, actor, { action: "Add customer note", accountId, id, at });
  });
}
