import type { Context, Hono } from "hono";
import { z } from "zod";
import { editMessageForm, editOrderMessage } from "#conversation/messages/edit-order-message.ts";
import {
  mostUnread,
  type OpenQuestion,
  readOrderMessages,
} from "#conversation/messages/read-order-messages.ts";
import { orderMessageForm, sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { stopWaiting, stopWaitingForm } from "#conversation/messages/stop-waiting.ts";
import { type OrderMessage, versionOf } from "#conversation/order-message.ts";
import { formKey } from "#platform/idempotency.ts";
import { parseOrThrow, UnreadableInput } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const messageSchema = z
  .strictObject({
    _id: z.string(),
    number: z.int().meta({ description: "Position among the order's messages, from 1" }),
    from: z.enum(["customer", "team"]),
    author: z.string().meta({
      description: 'Email address of the admin; "" for messages of customers, and for customers',
    }),
    text: z.string().meta({ description: "Plain text; a line break is \\n" }),
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable(),
    version: z.int().meta({ description: "Changes with each edit; a change names it" }),
  })
  .meta({ id: "OrderMessage" });

const questionsSchema = z
  .array(z.strictObject({ number: z.int(), messageNumber: z.int(), askedAt: z.iso.datetime() }))
  .meta({ description: "Questions for which the order waits; empty while it does not wait" });

const conversationSchema = z
  .strictObject({
    messages: z.array(messageSchema).meta({ description: "At most 50, oldest first" }),
    olderBefore: z
      .int()
      .nullable()
      .meta({ description: "`before` of the page with older messages; null when there are none" }),
    unread: z.int().meta({
      description: `Messages of the other side that your side has not opened, at most ${mostUnread}`,
    }),
    questions: questionsSchema,
    closedBecause: z
      .string()
      .nullable()
      .meta({ description: "Why no message can be written; null while messages can be written" }),
  })
  .meta({ id: "OrderMessages" });

const messageQuery = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "Before is the number of a message.")
    .transform(Number)
    .optional()
    .meta({ description: "A number; only older messages are listed" }),
});

const example = { text: "The old address of the bakery should lead to the new one." };

/** People of the order's company write as the customer; everybody else writes as the team. */
export function orderMessageRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const signedIn = { tag: "Orders", who: "signed in" } as const;
  addCall(api, "GET", "/order/:id/messages", {
    ...signedIn,
    summary: "Messages about an order; for customers and team members who may see the order",
    detail: "Marks no message as read.",
    query: messageQuery,
    answer: { schema: conversationSchema },
    run: async ({ context, actor, id }) => {
      const { before } = parseOrThrow(messageQuery, context.req.query());
      const conversation = await readOrderMessages(services, actor, id, { before });
      const { olderBefore, unread, closedBecause } = conversation;
      const questions = conversation.questions.map(shownQuestion);
      return {
        messages: conversation.messages.map(shown),
        olderBefore,
        unread,
        questions,
        closedBecause,
      };
    },
  });
  addCall(api, "POST", "/order/:id/messages", {
    ...signedIn,
    summary: "Writes a message about a paid order",
    headers: z.object({ "Idempotency-Key": formKey }),
    body: { schema: orderMessageForm.omit({ key: true }), example },
    answer: { status: 201, schema: messageSchema },
    refusals: [409, 422, 429],
    run: async ({ context, actor, id, body }) =>
      shown(await sendOrderMessage(services, actor, id, withKey(context, body))),
  });
  addCall(api, "POST", "/order/:id/questions/close", {
    tag: "Orders",
    who: "admin",
    summary: "Ends the wait for the customer without an answer",
    body: { schema: stopWaitingForm, example: { through: 1 } },
    answer: { schema: z.strictObject({ questions: questionsSchema }) },
    run: async ({ actor, id, body }) => {
      await stopWaiting(services, actor, id, body);
      const { questions } = await readOrderMessages(services, actor, id);
      return { questions: questions.map(shownQuestion) };
    },
  });
  addCall(api, "PUT", "/order/:id/messages/:messageId", {
    ...signedIn,
    summary: "Changes your own message, for 15 minutes after it was sent",
    body: { schema: editMessageForm, example: { ...example, version: 1_795_600_000_000 } },
    answer: { schema: messageSchema },
    refusals: [409],
    run: async ({ actor, id, messageId, body }) =>
      shown(await editOrderMessage(services, actor, id, messageId, body)),
  });
}

/** Adds the Idempotency-Key header to the body as `key`, which the operation validates. */
function withKey(context: Context, body: unknown): unknown {
  if (typeof body !== "object" || body === null || body instanceof UnreadableInput) return body;
  return { ...body, key: context.req.header("idempotency-key") };
}

function shownQuestion({ number, messageNumber, askedAt }: OpenQuestion) {
  return { number, messageNumber, askedAt: isoTime(askedAt) };
}

function shown(message: OrderMessage): z.infer<typeof messageSchema> {
  const { id, number, side, author, text, createdAt, editedAt } = message;
  return {
    _id: id,
    number,
    from: side,
    author,
    text,
    createdAt: isoTime(createdAt),
    editedAt: editedAt === null ? null : isoTime(editedAt),
    version: versionOf(message),
  };
}
