import { listRemovedNotes, restoreCustomerNote } from "#access/accounts/notes/customer-notes.ts";
import type { Services } from "#compose.ts";
import { putBackMessage } from "#inbox/messages/change-message.ts";
import { listDeletedMessages } from "#inbox/messages/list-messages.ts";
import { listRemovedSubscribers } from "#inbox/subscribers/list-subscribers.ts";
import { putBackSubscriber } from "#inbox/subscribers/subscriber.ts";
import { listReplacedFiles } from "#media/list-pictures.ts";
import { putFileBack } from "#media/uploads/replaced-files.server.ts";
import { AppError } from "#platform/errors.ts";
import { type DateReader, minuteOf } from "#platform/time/dates.ts";
import { trashMs } from "#platform/time/trash-retention.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { mostTrashItems, type TrashItem } from "./trash-items.tsx";

type Unformatted = Omit<TrashItem, "deleted" | "until"> & { readonly at: number };

/**
 * Deleted messages, subscribers and notes, and replaced picture files, most recently deleted first.
 */
export async function listTrashItems(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<readonly TrashItem[]> {
  const [messages, subscribers, notes, files] = await Promise.all([
    may(actor, "see messages") ? listDeletedMessages(services, actor, mostTrashItems) : [],
    may(actor, "see subscribers") ? listRemovedSubscribers(services, actor, mostTrashItems) : [],
    may(actor, "see customers") ? listRemovedNotes(services, actor, mostTrashItems) : [],
    may(actor, "edit content") ? listReplacedFiles(services.media, actor, mostTrashItems) : [],
  ]);
  const items: readonly Unformatted[] = [
    ...messages.map((message) => ({
      kind: "message" as const,
      id: message._id,
      of: "",
      at: message.deletedAt,
      what: `Message from ${message.name || message.email}`,
      detail: message.subject,
      path: `/view/${message._id}`,
    })),
    ...subscribers.map(({ _id, subemail, removedAt }) => ({
      kind: "subscriber" as const,
      id: _id,
      of: "",
      at: removedAt,
      what: `Subscriber ${subemail}`,
      detail: "",
      path: null,
    })),
    ...notes.map(({ id, accountId, email, note, removedAt }) => ({
      kind: "note" as const,
      id,
      of: accountId,
      at: removedAt,
      what: `Note on ${email}`,
      detail: note,
      path: `/people/${accountId}`,
    })),
    ...files.map(({ pictureId, name, presentName, version, replacedAt }) => ({
      kind: "file" as const,
      id: version,
      of: pictureId,
      at: replacedAt,
      what: `Picture file ${name}`,
      detail: `Replaced by ${presentName}`,
      path: null,
    })),
  ];
  return items
    .toSorted((one, other) => other.at - one.at)
    .slice(0, mostTrashItems)
    .map(({ at, ...item }) => ({
      ...item,
      deleted: minuteOf(at, reader),
      until: minuteOf(at + trashMs, reader),
    }));
}

type Restore = (
  services: Services,
  actor: Actor,
  item: Pick<TrashItem, "id" | "of">,
) => Promise<unknown>;

const restores: Readonly<Record<string, Restore>> = {
  message: (services, actor, { id }) => putBackMessage(services, actor, id),
  subscriber: (services, actor, { id }) => putBackSubscriber(services, actor, id),
  note: (services, actor, { id, of }) => restoreCustomerNote(services, actor, of, { id }),
  file: ({ media }, actor, { id, of }) => putFileBack(media, actor, of, id),
} satisfies Record<TrashItem["kind"], Restore>;

/** Returns the message to show, also when the item cannot be restored. */
export async function restoreTrashItem(
  services: Services,
  actor: Actor,
  { kind = "", id = "", of = "" }: Readonly<Record<string, string>>,
): Promise<string> {
  const restore = Object.hasOwn(restores, kind) ? restores[kind] : undefined;
  try {
    if (restore === undefined) throw new AppError("not-found", "There is no such item.");
    await restore(services, actor, { id, of });
    return "Restored";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `Nothing was restored. ${error.message}`;
  }
}
