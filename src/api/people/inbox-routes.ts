import type { Hono } from "hono";
import { z } from "zod";
import { streamedBody } from "../../http/streamed-body.ts";
import { deleteMessage } from "../../inbox/messages/delete-message.ts";
import { listMessages } from "../../inbox/messages/list-messages.ts";
import type { Message } from "../../inbox/messages/message.ts";
import { messageSchema, receiveMessage } from "../../inbox/messages/receive-message.ts";
import { setMessageStatus, statusSchema } from "../../inbox/messages/set-message-status.ts";
import { readMessage } from "../../inbox/messages/view-message.ts";
import { exportSubscribers, listSubscribers } from "../../inbox/subscribers/list-subscribers.ts";
import { subscribe, subscriberSchema } from "../../inbox/subscribers/subscribe.ts";
import type { Subscriber } from "../../inbox/subscribers/subscriber.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";
import { jsonBody } from "../request-body.ts";

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

/** REST calls on messages and subscribers. */
export function inboxRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  messageRoutes(api, services);
  subscriberRoutes(api, services);
}

const common = { tag: "Messages and subscribers" } as const;
const oneMessage = { schema: messageAnswer };

function messageRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.post(
    "/add-message",
    describeCall({
      ...common,
      summary: "Sends a message to the owner",
      detail: "It starts UnRead, whatever `messageStatus` says.",
      who: "everyone",
      body: {
        schema: messageSchema,
        example: { name: "Ada Field", email: "ada@example.com", message: "Do you work in winter?" },
      },
      answer: { ...oneMessage, status: 201 },
      refusals: [429],
    }),
    async (c) => c.json(await receiveMessage(services, c.var.facts, await jsonBody(c)), 201),
  );
  api.get(
    "/messages",
    describeCall({
      ...common,
      summary: "All messages",
      who: "admin",
      query: listQuery,
      answer: { schema: z.array(messageAnswer) },
      refusals: [404],
    }),
    async (c) => {
      const messages = listMessages(services, await c.var.actor(), listRange(c));
      return streamedList(c, services.log, messages, (message) => message);
    },
  );
  api.get(
    "/message/:id",
    describeCall({ ...common, summary: "One message", who: "admin", answer: oneMessage }),
    async (c) => c.json(await readMessage(services, await c.var.actor(), c.req.param("id"))),
  );
  api.put(
    "/message/:id",
    describeCall({
      ...common,
      summary: "Marks a message read or unread",
      who: "admin",
      body: { schema: statusSchema, example: { messageStatus: "Read" } },
      answer: oneMessage,
    }),
    async (c) => {
      const actor = await c.var.actor();
      return c.json(await setMessageStatus(services, actor, c.req.param("id"), await jsonBody(c)));
    },
  );
  api.delete(
    "/message/:id",
    describeCall({ ...common, summary: "Deletes a message", who: "admin", answer: oneMessage }),
    async (c) => c.json(await deleteMessage(services, await c.var.actor(), c.req.param("id"))),
  );
}

function subscriberRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.post(
    "/add-subscriber",
    describeCall({
      ...common,
      summary: "Subscribes an address to the list",
      who: "everyone",
      body: { schema: subscriberSchema, example: { subemail: "ada@example.com" } },
      answer: { status: 201, schema: subscriberAnswer },
      refusals: [429],
    }),
    async (c) => c.json(await subscribe(services, c.var.facts, await jsonBody(c)), 201),
  );
  api.get(
    "/subscribers",
    describeCall({
      ...common,
      summary: "All subscribers",
      who: "admin",
      query: listQuery,
      answer: { schema: z.array(subscriberAnswer) },
      refusals: [404],
    }),
    async (c) => {
      const subscribers = listSubscribers(services, await c.var.actor(), listRange(c));
      return streamedList(c, services.log, subscribers, ({ _id, subemail }) => ({ _id, subemail }));
    },
  );
  const asFile = describeCall({
    ...common,
    summary: "Exports the subscribers on the list as CSV",
    who: "admin",
    query: z.object({
      q: z.string().optional().meta({ description: "Beginning of the address" }),
    }),
    answer: { type: "text/csv", schema: z.string() },
  });
  api.get("/subscribers.csv", asFile, async (c) => {
    const rows = exportSubscribers(services, await c.var.actor(), c.req.query("q"));
    const body = await streamedBody(rows, services.log);
    return c.body(body, 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="subscribers.csv"',
    });
  });
}
