import { type DueMail, mailLeases } from "../../../src/mail/sending/due-mail.server.ts";
import type { Database } from "../../../src/platform/database/database.ts";

/** Claims an email, as the worker does that tries to send it. */
export async function heldMail(
  database: Database,
  id: string,
): Promise<Pick<DueMail, "id" | "row">> {
  const now = 2 ** 50;
  const row = await mailLeases.claim(database, now, (due) => due.where("id", "=", id));
  if (row === undefined) throw new Error(`The email ${id} is not due.`);
  return { id, row };
}
