import type { Hono } from "hono";
import { addUserRecord } from "../access/add-user-record.ts";
import { removeUserRecord } from "../access/remove-user-record.ts";
import { sendInvitationAgain } from "../access/send-invitation-again.ts";
import { updateUserRecord } from "../access/update-user-record.ts";
import { listUserRecords, readUserRecord } from "../access/user-records.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { listResponse } from "./list-response.ts";
import { jsonBody } from "./request-body.ts";

/** User records: who holds a role. */
export function userRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get("/users", async (c) =>
    listResponse(c, await listUserRecords(services, await c.var.actor())),
  );
  api.get("/users/:id", async (c) =>
    c.json(await readUserRecord(services, await c.var.actor(), c.req.param("id"))),
  );
  api.post("/add-user", async (c) => {
    const actor = await c.var.actor();
    return c.json(await addUserRecord(services, actor, await jsonBody(c)), 201);
  });
  // The specification spells it so.
  api.put("/upadete-users/:id", async (c) => {
    const actor = await c.var.actor();
    return c.json(await updateUserRecord(services, actor, c.req.param("id"), await jsonBody(c)));
  });
  api.delete("/users/:id", async (c) =>
    c.json(await removeUserRecord(services, await c.var.actor(), c.req.param("id"))),
  );
  api.post("/users/:id/invitation", async (c) =>
    c.json(await sendInvitationAgain(services, await c.var.actor(), c.req.param("id"))),
  );
}
