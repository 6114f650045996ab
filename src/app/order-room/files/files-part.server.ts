import { redirect } from "react-router";
import { fields, intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import {
  largestOrderBytes,
  listOrderFiles,
  type OrderFile,
  removeOrderFile,
} from "#conversation/files/order-files.ts";
import type { Side } from "#conversation/order-message-tables.server.ts";
import { kindOf } from "#files/file-kind.ts";
import { customerNames } from "#orders/customer-names.ts";
import type { Order } from "#orders/order.ts";
import { formatBytes } from "#platform/metrics/amounts-in-words.ts";
import { type DateReader, isoTime, minuteOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { teamPeople } from "../people/team-people.server.ts";
import { inRoom, roomPath, type TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

export type FilesView = Awaited<ReturnType<typeof filesView>>;
export type FileView = FilesView["listed"][number];

interface Viewing {
  readonly reader: DateReader;
  /** The customer's page or the team's page. An admin can open both. */
  readonly side: Side;
  /** Messages that the page shows with their files. */
  readonly messages: readonly { readonly id: string }[];
  /** True to list every file. */
  readonly listsAll: boolean;
}

/**
 * Maximum number of files listed before "Show all files", so that a page with many files loads
 * fast.
 */
const mostListed = 20;

/** True when the address of a page asks for all files of the order. */
function listsAllFiles(request: Request): boolean {
  return new URL(request.url).searchParams.get("files") === "all";
}

async function readFiles(reading: RoomReading) {
  const { services, actor, order, side, reader, request } = reading;
  const { messages } = await reading.conversation();
  const listsAll = listsAllFiles(request);
  return filesView(services, actor, order, { reader, side, messages, listsAll });
}

export const teamFiles = {
  read: readFiles,
  intents: {
    "remove-file": intent(
      fields("fileId"),
      async ({ services, actor, orderId }: TeamForm, { fileId = "" }) => {
        await removeOrderFile(services, actor, orderId, fileId, "team");
        return { said: "File is Removed" };
      },
    ),
  },
};

export const customerFiles = {
  read: readFiles,
  intents: {
    "remove-file": inRoom(fields("fileId"), async (sent, { fileId = "" }) => {
      await removeOrderFile(sent.services, sent.actor, sent.orderId, fileId, "customer");
      return redirect(roomPath(sent, "#files"), 303);
    }),
  },
};

/** The files of an order for a page, newest first. */
export async function filesView(
  services: Services,
  actor: SignedInActor,
  order: Order,
  { reader, side, messages, listsAll }: Viewing,
) {
  const { id: orderId } = order;
  const asked = side === "team" ? side : undefined;
  const found = await listOrderFiles(services, actor, orderId, asked);
  const isReader = found.side === side;
  const newest = found.files.toReversed();
  const listed = listsAll ? newest : newest.slice(0, mostListed);
  const ofMessage = new Set(messages.map(({ id }) => id));
  const withMessages = newest.filter(({ messageId }) => ofMessage.has(messageId ?? ""));
  const senders = [...listed, ...withMessages].filter((file) => file.side === "customer");
  const nameOfCustomer = await customerNames(
    services,
    actor,
    order,
    senders.map(({ accountId }) => accountId),
  );
  const teamPerson = await teamPeople(services);
  const nameOf = (file: OrderFile) => {
    if (file.side === "team") return file.author || teamPerson(file.accountId).name;
    const isYou = isReader && side === "customer" && file.accountId === actor.accountId;
    return isYou ? "You" : nameOfCustomer(file.accountId);
  };
  const rowOf = (file: OrderFile) => ({
    ...fileLink(file, orderId),
    messageId: file.messageId,
    from: nameOf(file),
    isoDate: isoTime(file.createdAt),
    date: minuteOf(file.createdAt, reader),
    mayRemove: isReader && file.mayRemove,
  });
  const count = newest.length === 1 ? "1 file" : `${newest.length} files`;
  const space = `${formatBytes(found.byteCount)} of ${formatBytes(largestOrderBytes)}`;
  return {
    orderId,
    count: newest.length,
    used: `${count}, ${space}`,
    listed: listed.map(rowOf),
    /** Text of the link to all files; "" when all files are listed. */
    toAll: listed.length < newest.length ? `Show all ${count}` : "",
    withMessages: withMessages.map(rowOf),
  };
}

function fileLink({ id, name, type, byteCount }: OrderFile, orderId: string) {
  return {
    id,
    name,
    href: filePath(orderId, id),
    about: `${kindOf(type)}, ${formatBytes(byteCount)}`,
  };
}

export function filePath(orderId: string, fileId: string): string {
  return `/my-order/${orderId}/files/${fileId}`;
}
