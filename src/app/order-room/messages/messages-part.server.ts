import type { Services } from "#compose.ts";
import {
  markOrderMessagesRead,
  mostUnread,
  type OrderConversation,
  readOrderMessages,
} from "#conversation/messages/read-order-messages.ts";
import { editMs, type OrderMessage, versionOf } from "#conversation/order-message.ts";
import { customerNames } from "#orders/customer-names.ts";
import { newId } from "#platform/ids.ts";
import { type DateReader, isoTime, longDateOf, minuteOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { readBusiness } from "#settings/business.server.ts";
import type { RoomReading } from "../room-part.ts";

export type ConversationView = Awaited<ReturnType<typeof conversationView>>;
export type MessageView = ConversationView["messages"][number];

const read = ({ conversation }: RoomReading): Promise<ConversationView> => conversation();

export const teamMessages = { read };

export const customerMessages = { read };

interface ConversationWords {
  readonly reader: DateReader;
  readonly request: Request;
  /** The customer's page or the team's page. An admin can open both. */
  readonly side: OrderConversation["side"];
  /** False on the page of a link, which a mail scanner may have opened. */
  readonly marksRead?: boolean;
}

/**
 * The conversation of an order for a page. Opening the page marks its messages as read, unless a
 * browser only prefetches the page or an admin looks at the customer's page.
 */
export async function conversationView(
  services: Services,
  actor: SignedInActor,
  orderId: string,
  { reader, request, side, marksRead = true }: ConversationWords,
) {
  const before = beforeIn(request);
  const conversation = await readOrderMessages(services, actor, orderId, {
    before,
    side: side === "team" ? side : undefined,
  });
  const { messages, order, closedBecause } = conversation;
  const isReader = conversation.side === side;
  const last = messages.at(-1)?.number ?? 0;
  const isPrefetch = /prefetch/.test(request.headers.get("sec-purpose") ?? "");
  if (marksRead && isReader && conversation.unread > 0 && before === undefined && !isPrefetch) {
    // A failed write must not keep the reader from the messages.
    await markOrderMessagesRead(services, actor, orderId, { through: last, side }).catch((err) =>
      services.log.warn({ err }, "the messages of an order could not be marked as read"),
    );
  }
  const now = services.clock();
  const writers = messages.filter((message) => message.side === "customer");
  const customerName = await customerNames(
    services,
    actor,
    order,
    writers.map(({ accountId }) => accountId),
  );
  const { name: teamName } = await readBusiness(services.configuration, services.database.read);
  const rows = messages.map((message) => {
    const isOwn = isReader && message.side === side;
    return {
      ...messageView(message, reader),
      from: nameOf(message, {
        isYou: isOwn && message.accountId === actor.accountId,
        customerName,
        teamName,
      }),
      isOwn,
      isNew: isReader && !isOwn && message.number > conversation.readThrough,
      mayChange:
        isOwn &&
        closedBecause === null &&
        message.accountId === actor.accountId &&
        now <= message.createdAt + editMs,
    };
  });
  return {
    orderId: order.id,
    messages: rows,
    firstNew: rows.find(({ isNew }) => isNew)?.number ?? null,
    unread: !isReader
      ? ""
      : conversation.unread >= mostUnread
        ? `${mostUnread - 1}+`
        : String(conversation.unread || ""),
    olderBefore: conversation.olderBefore,
    isOlderPage: before !== undefined,
    closedBecause,
    isReader,
    lastNumber: conversation.lastNumber,
    isWaiting: conversation.isWaiting,
    /** Questions that stop the work until the customer writes. */
    questions: conversation.questions.map(({ number, messageNumber, text, askedAt }) => ({
      number,
      messageNumber,
      text,
      date: longDateOf(askedAt, reader),
      isoDate: isoTime(askedAt),
    })),
    accountId: actor.accountId,
    freshKey: newId(),
  };
}

function messageView(message: OrderMessage, reader: DateReader) {
  const { id, number, side, text, createdAt, editedAt } = message;
  return {
    id,
    number,
    side,
    text,
    version: versionOf(message),
    isoDate: isoTime(createdAt),
    fullDate: minuteOf(createdAt, reader),
    /** Time of the last change; "" for a message that was not changed. */
    editedAt: editedAt === null ? "" : minuteOf(editedAt, reader),
  };
}

interface Names {
  readonly isYou: boolean;
  readonly customerName: (accountId: string) => string;
  /** Name for messages of the team without an author. */
  readonly teamName: string;
}

function nameOf(
  { side, author, accountId }: OrderMessage,
  { isYou, customerName, teamName }: Names,
): string {
  if (side === "team") return author || teamName;
  return isYou ? "You" : customerName(accountId);
}

function beforeIn(request: Request): number | undefined {
  const before = new URL(request.url).searchParams.get("before") ?? "";
  return /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined;
}
