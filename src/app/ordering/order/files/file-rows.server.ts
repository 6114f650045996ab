import type { Services } from "../../../../compose.ts";
import { siteName } from "../../../../content/model/site-content.ts";
import { kindOf } from "../../../../files/file-kind.ts";
import type { Order } from "../../../../orders/order.ts";
import { customerNames } from "../../../../orders/room/customer-names.ts";
import {
  largestOrderBytes,
  listOrderFiles,
  type OrderFile,
} from "../../../../orders/room/files/order-files.ts";
import type { Side } from "../../../../orders/room/messages/order-message-tables.server.ts";
import { formatBytes } from "../../../../platform/metrics/amounts-in-words.ts";
import { type DateReader, isoTime, minuteOf } from "../../../../platform/time/dates.ts";
import type { SignedInActor } from "../../../../policy/actor.ts";

export type FilesRow = Awaited<ReturnType<typeof filesRow>>;
export type FileRow = FilesRow["files"][number];

interface Viewing {
  readonly reader: DateReader;
  /** The side that reads on this page. */
  readonly side: Side;
}

/** The files of an order for a page, newest first. */
export async function filesRow(
  services: Services,
  actor: SignedInActor,
  order: Order,
  { reader, side }: Viewing,
) {
  const { id: orderId } = order;
  const asked = side === "team" ? side : undefined;
  const found = await listOrderFiles(services, actor, orderId, asked);
  const isReader = found.side === side;
  const senders = found.files.filter((file) => file.side === "customer");
  const nameOfCustomer = await customerNames(
    services,
    actor,
    order,
    senders.map(({ accountId }) => accountId),
  );
  const nameOf = (file: OrderFile) => {
    if (file.side === "team") return file.author || siteName;
    const isYou = isReader && side === "customer" && file.accountId === actor.accountId;
    return isYou ? "You" : nameOfCustomer(file.accountId);
  };
  const files = found.files.map((file) => ({
    ...fileLink(file, orderId),
    messageId: file.messageId,
    from: nameOf(file),
    isoDate: isoTime(file.createdAt),
    date: minuteOf(file.createdAt, reader),
    mayRemove: isReader && file.mayRemove,
  }));
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  const space = `${formatBytes(found.byteCount)} of ${formatBytes(largestOrderBytes)}`;
  return { orderId, files: files.toReversed(), used: `${count}, ${space}` };
}

function fileLink({ id, name, type, byteCount }: OrderFile, orderId: string) {
  return {
    ...{ id, name, href: filePath(orderId, id) },
    about: `${kindOf(type)}, ${formatBytes(byteCount)}`,
  };
}

export function filePath(orderId: string, fileId: string): string {
  return `/my-order/${orderId}/files/${fileId}`;
}
