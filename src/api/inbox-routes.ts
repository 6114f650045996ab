import type { Hono } from "hono";
import { stream } from "hono/streaming";
import { deleteMessage } from "../inbox/delete-message.ts";
import { exportSubscribers } from "../inbox/export-subscribers.ts";
import { listMessages } from "../inbox/list-messages.ts";
import { listSubscribers } from "../inbox/list-subscribers.ts";
import { readMessage } from "../inbox/read-message.ts";
import { receiveMessage } from "../inbox/receive-message.ts";
import { setMessageStatus } from "../inbox/set-message-status.ts";
import { subscribe } from "../inbox/subscribe.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { listRange, streamedList } from "./list-response.ts";
import { jsonBody } from "./request-body.ts";

/** Messages and subscribers. */
export function inboxRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.post("/add-message", async (c) =>
    c.json(await receiveMessage(services, c.var.facts, await jsonBody(c)), 201),
  );
  api.get("/messages", async (c) => {
    const messages = listMessages(services, await c.var.actor(), listRange(c));
    return streamedList(c, messages, (message) => message);
  });
  api.get("/message/:id", async (c) =>
    c.json(await readMessage(services, await c.var.actor(), c.req.param("id"))),
  );
  api.put("/message/:id", async (c) => {
    const actor = await c.var.actor();
    return c.json(await setMessageStatus(services, actor, c.req.param("id"), await jsonBody(c)));
  });
  api.delete("/message/:id", async (c) =>
    c.json(await deleteMessage(services, await c.var.actor(), c.req.param("id"))),
  );
  api.post("/add-subscriber", async (c) =>
    c.json(await subscribe(services, c.var.facts, await jsonBody(c)), 201),
  );
  api.get("/subscribers", async (c) => {
    const subscribers = listSubscribers(services, await c.var.actor(), listRange(c));
    return streamedList(c, subscribers, ({ _id, subemail }) => ({ _id, subemail }));
  });
  api.get("/subscribers.csv", async (c) => {
    const parts = exportSubscribers(services, await c.var.actor());
    // The first part comes before the answer begins, so that a refusal still has its status.
    const first = await parts.next();
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", 'attachment; filename="subscribers.csv"');
    return stream(c, async (out) => {
      for (let part = first; !part.done; part = await parts.next()) await out.write(part.value);
    });
  });
}
