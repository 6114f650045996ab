import type { RefusedRelease } from "#content/releases/carry-out.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { fullDateOf } from "#platform/time/dates.ts";
import type { Post } from "../mailer.ts";
import { queueEmails } from "../queue-email.server.ts";
import { choiceFor, teamMailboxes } from "./team-mailboxes.server.ts";

/**
 * Emails that a release did not happen, to everybody of the team who is told of failures and to the
 * person who set its time.
 */
export function tellOfRefusedRelease(
  post: Post,
): (tx: WriteTransaction, release: RefusedRelease) => Promise<void> {
  return async (tx, { id, name, plannedFor, timeZone, accountId, faults }) => {
    const email = {
      name: "releaseRefusedOwner" as const,
      values: {
        release: name,
        time: fullDateOf(plannedFor, { timeZone }),
        reasons: faults.map(({ message }) => message).join("\n"),
      },
      path: `/releases/${id}`,
    };
    const person = (await teamMailboxes(tx, post)).find(
      ({ actor }) => actor?.accountId === accountId,
    );
    const isToldAnyway =
      person === undefined || choiceFor(person, "releaseRefusedOwner") === "at-once";
    await queueEmails(tx, post, [
      email,
      ...(isToldAnyway ? [] : [{ ...email, recipient: person.address }]),
    ]);
  };
}
