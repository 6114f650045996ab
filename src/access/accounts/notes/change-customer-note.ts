import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import { noteText } from "../../../platform/texts/note-text.ts";
import { parseOrThrow } from "../../../platform/texts/validation.ts";
import { type Actor, authorOf } from "../../../policy/actor.ts";
import { requireRight } from "../../../policy/rights.ts";
import { lockAccount } from "../accounts.server.ts";
import {
  auditNote,
  type CustomerNoteDependencies,
  findCustomerNote,
  versionOf,
} from "./customer-notes.ts";

const changeForm = z.strictObject({
  id: z.string("Choose the note to change."),
  note: noteText,
  version: z.coerce.number("Not a version."),
});

/**
 * Changes an internal note. Input: `{ id, note, version }`, where `version` is that of the note that
 * the admin saw. Throws "forbidden", "invalid", "not-found", and "conflict" when somebody has changed
 * the note since.
 */
export async function changeCustomerNote(
  { database, clock }: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { id, note, version } = parseOrThrow(changeForm, input);
  await database.write(async (tx) => {
    await lockAccount(tx, accountId);
    const before = await findCustomerNote(tx, accountId, id);
    if (before.note === note) return;
    if (versionOf(before) !== version) {
      const message = `${before.changed_by ?? before.author} has changed this note meanwhile to: “${before.note}” Nothing was saved.`;
      throw new AppError("conflict", message, { issues: [{ path: "note", message }] });
    }
    // Greater than the version that it replaces, even when the clock was set back.
    const at = Math.max(clock(), version + 1);
    await tx
      .updateTable("customer_notes")
      .set({ note, changed_by: authorOf(actor), changed_at: at })
      .where("id", "=", id)
      .execute();
    await auditNote(tx, actor, { action: "Change customer note", accountId, id, at });
  });
}
