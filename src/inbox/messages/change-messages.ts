import { z } from "zod";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { storeDeletion, storeMessageStatus } from "./change-message.ts";
import { keptMessage, lockedMessage } from "./message.ts";

interface ChangeMessagesDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const mostMessages = 100;
const idsError = `Choose between 1 and ${mostMessages} messages.`;

const changesForm = z.strictObject({
  ids: z
    .array(z.string(), { error: idsError })
    .min(1, { error: idsError })
    .max(mostMessages, { error: idsError }),
  change: z.enum(["Read", "UnRead", "delete"], { error: "The change must be Read or UnRead." }),
});

/**
 * Marks several messages as read or unread, or moves them to the trash. Input: `{ ids, change }`.
 * `done` contains only the ids of messages that changed. Throws "forbidden" and "invalid".
 */
export async function changeMessages(
  { database, clock }: ChangeMessagesDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<string>> {
  const { ids, change } = checked(actor, input);
  const { done, failed } = await eachOf(ids, (id) =>
    database.write(async (tx) => {
      const row = await keptMessage(tx, id);
      const at = clock();
      if (change === "delete") await storeDeletion(tx, actor, row, { isDeleted: true, at });
      else if (row.status === change) return null;
      else await storeMessageStatus(tx, actor, row, { messageStatus: change, at });
      return id;
    }),
  );
  return { done: done.filter((id) => id !== null), failed };
}

/**
 * Undoes `changeMessages`. Input: the same `change`, and the ids that `changeMessages` returned. A
 * message that was changed again stays unchanged and is returned in `failed`, so a repeated undo
 * changes nothing. Throws "forbidden" and "invalid".
 */
export async function undoMessageChanges(
  { database, clock }: ChangeMessagesDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<string>> {
  const { ids, change } = checked(actor, input);
  return eachOf(ids, (id) =>
    database.write(async (tx) => {
      if (change === "delete") await putBack(tx, actor, id, clock());
      else {
        const row = await keptMessage(tx, id);
        if (row.status !== change) throw changedAgain();
        const messageStatus = change === "Read" ? "UnRead" : "Read";
        await storeMessageStatus(tx, actor, row, { messageStatus, at: clock() });
      }
      return id;
    }),
  );
}

async function putBack(tx: WriteTransaction, actor: Actor, id: string, at: number) {
  const row = await lockedMessage(tx, id);
  if (row.deleted_at === null) throw changedAgain();
  await storeDeletion(tx, actor, row, { isDeleted: false, at });
}

function checked(actor: Actor, input: unknown) {
  requireRight(actor, "update messages");
  return parseOrThrow(changesForm, input);
}

function changedAgain(): AppError {
  return new AppError("conflict", "The message was changed again.");
}
