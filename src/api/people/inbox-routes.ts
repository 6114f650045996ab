import type { Hono } from "hono";
import { z } from "zod";
import { csvType, streamedFile } from "#http/streamed-body.ts";
import { deleteMessage, setMessageStatus, statusSchema } from "#inbox/messages/change-message.ts";
import { listMessages } from "#inbox/messages/list-messages.ts";
import type { Message } from "#inbox/messages/message.ts";
import { messageSchema, receiveMessage } from "#inbox/messages/receive-message.ts";
import { readMessage } from "#inbox/messages/view-message.ts";
import { exportSubscribers, listSubscribers } from "#inbox/subscribers/list-subscribers.ts";
import { subscribe, subscriberSchema } from "#inbox/subscribers/subscribe.ts";
import type { Subscriber } from "#inbox/subscribers/subscriber.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";

const messageAnswer = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    number: z.string(),
    subject: z.string(),
    message: z.string(),
    messageStatus: z.enum(["UnRead", "Read"]),
  })
  .meta({ id: "Message" }) satisfies z.ZodType<Message>;

const subscriberAnswer = z
  .strictObject({ _id: z.string(), subemail: z.string() })
  .meta({ id: "Subscriber" }) satisfies z.ZodType<Subscriber>;

const tag = "Messages and subscribers";
const forEveryone = { tag, who: "everyone", refusals: [429] } as const;
const forAdmins = { tag, who: "admin" } as const;
const oneMessage = { schema: messageAnswer };

export function inboxRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "POST", "/add-message", {
    ...forEveryone,
    summary: "Sends a message to the owner",
    detail: "It starts UnRead, whatever `messageStatus` says.",
    body: {
      schema: messageSchema,
      example: { name: "Ada Field", email: "ada@example.com", message: "Do you work abroad?" },
    },
    answer: { ...oneMessage, status: 201 },
    run: ({ context, body }) => receiveMessage(services, context.var.facts, body),
  });
  addCall(api, "GET", "/messages", {
    ...forAdmins,
    summary: "All messages",
    query: listQuery,
    answer: { schema: z.array(messageAnswer) },
    refusals: [404],
    run: ({ context, actor }) => {
      const messages = listMessages(services, actor, listRange(context));
      return streamedList(context, services.log, messages, (message) => message);
    },
  });
  addCall(api, "GET", "/message/:id", {
    ...forAdmins,
    summary: "One message",
    answer: oneMessage,
    run: ({ actor, id }) => readMessage(services, actor, id),
  });
  addCall(api, "PUT", "/message/:id", {
    ...forAdmins,
    summary: "Marks a message read or unread",
    body: { schema: statusSchema, example: { messageStatus: "Read" } },
    answer: oneMessage,
    run: ({ actor, id, body }) => setMessageStatus(services, actor, id, body),
  });
  addCall(api, "DELETE", "/message/:id", {
    ...forAdmins,
    summary: "Deletes a message",
    answer: oneMessage,
    run: ({ actor, id }) => deleteMessage(services, actor, id),
  });
  addCall(api, "POST", "/add-subscriber", {
    ...forEveryone,
    summary: "Subscribes an address to the list",
    body: { schema: subscriberSchema, example: { subemail: "ada@example.com" } },
    answer: { status: 201, schema: subscriberAnswer },
    run: ({ context, body }) => subscribe(services, context.var.facts, body),
  });
  addCall(api, "GET", "/subscribers", {
    ...forAdmins,
    summary: "All subscribers",
    query: listQuery,
    answer: { schema: z.array(subscriberAnswer) },
    refusals: [404],
    run: ({ context, actor }) => {
      const subscribers = listSubscribers(services, actor, listRange(context));
      const shown = ({ _id, subemail }: Subscriber) => ({ _id, subemail });
      return streamedList(context, services.log, subscribers, shown);
    },
  });
  addCall(api, "GET", "/subscribers.csv", {
    ...forAdmins,
    summary: "Exports the subscribers on the list as CSV",
    query: z.object({
      q: z.string().optional().meta({ description: "Beginning of the address" }),
    }),
    answer: { type: "text/csv", schema: z.string() },
    run: ({ context, actor }) => {
      const parts = exportSubscribers(services, actor, context.req.query("q"));
      return streamedFile({ name: "subscribers.csv", type: csvType, parts }, services.log);
    },
  });
}
