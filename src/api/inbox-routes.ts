import type { Hono } from "hono";
import { listMessages, readMessage, receiveMessage, setMessageStatus } from "../inbox/messages.ts";
import { listSubscribers, subscribe } from "../inbox/subscribers.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { listResponse } from "./list-response.ts";
import { jsonBody } from "./request-body.ts";

/** Messages and subscribers. */
export function inboxRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.post("/add-message", async (c) =>
    c.json(await receiveMessage(services, await jsonBody(c)), 201),
  );
  api.get("/messages", async (c) =>
    listResponse(c, await listMessages(services, await c.var.actor())),
  );
  api.get("/message/:id", async (c) =>
    c.json(await readMessage(services, await c.var.actor(), c.req.param("id"))),
  );
  api.put("/message/:id", async (c) => {
    const actor = await c.var.actor();
    return c.json(await setMessageStatus(services, actor, c.req.param("id"), await jsonBody(c)));
  });
  api.post("/add-subscriber", async (c) =>
    c.json(await subscribe(services, await jsonBody(c)), 201),
  );
  api.get("/subscribers", async (c) =>
    listResponse(c, await listSubscribers(services, await c.var.actor())),
  );
}
