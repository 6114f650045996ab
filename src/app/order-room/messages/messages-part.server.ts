import { redirect } from "react-router";
import { refusedForm } from "#app/forms.server.ts";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { editOrderMessage } from "#conversation/messages/edit-order-message.ts";
import {
  closeWithoutAnswer,
  markOrderMessagesRead,
  mostUnread,
  type OrderConversation,
  readOrderMessages,
} from "#conversation/messages/read-order-messages.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { stopWaiting } from "#conversation/messages/stop-waiting.ts";
import { editMs, type OrderMessage, versionOf } from "#conversation/order-message.ts";
import { customerNames } from "#orders/customer-names.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { type DateReader, isoTime, longDateOf, minuteOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import {
  filesWaiting,
  usingFiles,
  waitingFiles,
  withLostFiles,
} from "../files/order-form.server.ts";
import type { Person } from "../people/person.ts";
import { teamPeople } from "../people/team-people.server.ts";
import { type CustomerForm, roomPath, type TeamForm, withFiles } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

export type ConversationView = Awaited<ReturnType<typeof conversationView>>;
export type MessageView = ConversationView["messages"][number];

const read = ({ conversation }: RoomReading): Promise<ConversationView> => conversation();

export const teamMessages = {
  read,
  intents: {
    message: intent(
      fields("text", "key", "foundPasswords").extend({ asks: blankIfUnsent }),
      async (sent: TeamForm, { asks, ...message }) => {
        const { services, actor, orderId } = sent;
        const input = { ...message, ...(asks === "yes" && { asks: true }) };
        await withFiles(sent, (files) =>
          sendOrderMessage(services, actor, orderId, input, "team", files),
        );
        return { said: "Message is Sent" };
      },
      // An earlier text of the message was already sent with this key, so the changed text needs a
      // new key.
      (error, typed) =>
        refusedForm(error, error.code === "key-reused" ? { ...typed, key: "" } : typed),
    ),
    "change-message": intent(
      fields("messageId", "text", "version", "foundPasswords"),
      async ({ services, actor, orderId }: TeamForm, { messageId = "", ...change }) => {
        await editOrderMessage(services, actor, orderId, messageId, change, "team");
        return { said: "Message is Changed" };
      },
    ),
    "no-reply": intent(fields("through"), async ({ services, actor, orderId }: TeamForm, form) => {
      await closeWithoutAnswer(services, actor, orderId, form);
      return { said: "Marked as “No reply needed”" };
    }),
    "stop-waiting": intent(
      fields("through"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await stopWaiting(services, actor, orderId, form);
        return { said: "The order is no longer waiting for the customer" };
      },
    ),
  },
};

export const customerMessages = {
  read,
  intents: {
    message: intent(
      fields("text", "key", "foundPasswords", "waitingFiles"),
      async (sent: CustomerForm, { waitingFiles: named = "", ...message }) => {
        const { services, actor, orderId, refusal } = sent;
        if (refusal !== null) throw refusal;
        const received = sent.files.map(({ file }) => file);
        const earlier = await usingFiles(services, received, () =>
          filesWaiting(services, actor, named),
        );
        const files = [...earlier, ...received];
        const { number } = await usingFiles(
          services,
          files,
          () => sendOrderMessage(services, actor, orderId, message, "customer", files),
          asksAboutPassword,
        );
        return redirect(roomPath(sent, `#message-${number}`), 303);
      },
      refuseMessage,
    ),
    "change-message": intent(
      fields("messageId", "text", "version", "foundPasswords"),
      async (sent: CustomerForm, { messageId = "", ...change }) => {
        const { services, actor, orderId } = sent;
        const { number } = await editOrderMessage(
          services,
          actor,
          orderId,
          messageId,
          change,
          "customer",
        );
        return redirect(roomPath(sent, `#message-${number}`), 303);
      },
      refuseMessage,
    ),
  },
};

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
  const teamPerson = await teamPeople(services);
  const rows = messages.map((message) => {
    const isOwn = isReader && message.side === side;
    const person: Person =
      message.side === "team"
        ? teamPerson(message.accountId)
        : { name: customerName(message.accountId), picture: "" };
    const isYou = isOwn && message.accountId === actor.accountId;
    return {
      ...messageView(message, reader),
      /** The author's email address for the team, a name for customers. */
      from: message.author || (isYou && message.side === "customer" ? "You" : person.name),
      person: { name: person.name, picture: person.picture },
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
  const { id, number, side, accountId, text, createdAt, editedAt } = message;
  return {
    id,
    number,
    side,
    accountId,
    text,
    version: versionOf(message),
    isoDate: isoTime(createdAt),
    fullDate: minuteOf(createdAt, reader),
    /** Time of the last change; "" for a message that was not changed. */
    editedAt: editedAt === null ? "" : minuteOf(editedAt, reader),
  };
}

function beforeIn(request: Request): number | undefined {
  const before = new URL(request.url).searchParams.get("before") ?? "";
  return /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined;
}

/**
 * Keeps the typed message, for a sender who has lost access, too. Chosen files stay stored while
 * the form asks about a password in the text, because a browser does not keep chosen files.
 */
function refuseMessage(
  error: AppError,
  sentValues: Readonly<Record<string, string>>,
  sent: CustomerForm,
) {
  const { waitingFiles: ids = "", waitingNames: names = "", ...typed } = sentValues;
  if (error.code === "not-found" || error.code === "forbidden") {
    sent.keepTyped();
    return refusedForm(withLostFiles(error, sent.sentFiles), typed);
  }
  if (asksAboutPassword(error)) {
    const received = waitingFiles(sent.files.map(({ file }) => file));
    return refusedForm(error, {
      ...typed,
      waitingFiles: joined(" ", ids, received.waitingFiles),
      waitingNames: joined(", ", names, received.waitingNames),
    });
  }
  const lost = ids === "" ? sent.sentFiles : sent.sentFiles + 1;
  if (error.code !== "key-reused") return refusedForm(withLostFiles(error, lost), typed);
  // The form has already sent a message; Back can show such a form again. An empty key makes the
  // page render a new key.
  const message =
    "This form has already sent a message, which you see above. Press “Send” again to send this text, too.";
  const reused = withLostFiles(new AppError("key-reused", message), lost);
  return refusedForm(reused, { ...typed, key: "" });
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(separator);
}

function asksAboutPassword(error: unknown): boolean {
  return error instanceof AppError && error.extra?.code === "password-found";
}
