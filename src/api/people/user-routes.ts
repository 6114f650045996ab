import type { Hono } from "hono";
import { z } from "zod";
import { addUserRecord } from "../../access/admins/add-user-record.ts";
import { sendInvitationAgain } from "../../access/admins/invitations.server.ts";
import { removeUserRecord } from "../../access/admins/remove-user-record.ts";
import { updateUserRecord } from "../../access/admins/update-user-record.ts";
import {
  listUserRecords,
  readUserRecord,
  userRecordInput,
} from "../../access/admins/user-records.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { listQuery, listResponse } from "../list-response.ts";
import { jsonBody } from "../request-body.ts";
import { userSchema } from "./account-schemas.ts";

/** REST calls on user records, which grant the role of an admin. */
export function userRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get(
    "/users",
    describeCall({
      tag,
      summary: "Everybody with a role; the record that matches them for a customer",
      who: "signed in",
      query: listQuery,
      answer: { schema: z.array(userSchema) },
      refusals: [404],
    }),
    async (c) => listResponse(c, await listUserRecords(services, await c.var.actor())),
  );
  api.get(
    "/users/:id",
    describeCall({ tag, summary: "One record of a role", who: "signed in", answer: oneUser }),
    async (c) => c.json(await readUserRecord(services, await c.var.actor(), c.req.param("id"))),
  );
  api.post(
    "/add-user",
    describeCall({
      ...changed,
      summary: "Makes an address an admin and emails it",
      body,
      answer: { ...oneUser, status: 201 },
    }),
    async (c) => {
      const actor = await c.var.actor();
      return c.json(await addUserRecord(services, actor, await jsonBody(c)), 201);
    },
  );
  // The specification's spelling.
  api.put(
    "/upadete-users/:id",
    describeCall({ ...changed, summary: "Moves a role to another address", body, answer: oneUser }),
    async (c) => {
      const actor = await c.var.actor();
      return c.json(await updateUserRecord(services, actor, c.req.param("id"), await jsonBody(c)));
    },
  );
  api.delete(
    "/users/:id",
    describeCall({ ...changed, summary: "Removes a role", answer: oneUser }),
    async (c) => c.json(await removeUserRecord(services, await c.var.actor(), c.req.param("id"))),
  );
  api.post(
    "/users/:id/invitation",
    describeCall({ ...changed, summary: "Sends an invitation again", answer: oneUser }),
    async (c) =>
      c.json(await sendInvitationAgain(services, await c.var.actor(), c.req.param("id"))),
  );
}

const tag = "Admins";
const oneUser = { schema: userSchema };
const changed = { tag, who: "admin", refusals: [409] } as const;
const body = { schema: userRecordInput, example: { userEmail: "colleague@example.com" } };
