import type { Hono } from "hono";
import { z } from "zod";
import { tryMailSettings } from "../../mail/sending/try-mail-settings.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { saveSettings } from "../../settings/save-settings.ts";
import { mailTrialInput, settingsInput, settingsSchema } from "../../settings/settings.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { jsonBody } from "../request-body.ts";

/** REST calls on the settings of mail, owner and backups. */
export function settingsRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get(
    "/settings",
    describeCall({
      tag,
      summary: "The mail server, the owner's address and the backups, as they are set",
      detail: "Passwords are never answered.",
      who: "admin",
      answer: { schema: settingsSchema },
    }),
    async (c) => c.json(await readSettings(services, await c.var.actor())),
  );
  api.put(
    "/settings",
    describeCall({
      tag,
      summary: "Saves the settings that the body names",
      detail: "They take effect at once. A setting of the environment is refused.",
      who: "admin",
      body: {
        schema: settingsInput,
        example: { ownerAddress: "owner@example.com", revisions: { ownerAddress: 0 } },
      },
      answer: { schema: settingsSchema },
      refusals: [409],
    }),
    async (c) => {
      const actor = await c.var.actor();
      return c.json(await saveSettings(services, actor, await jsonBody(c)));
    },
  );
  api.post(
    "/settings/test-mail",
    describeCall({
      tag,
      summary: "Sends a test email to the caller with settings that are not saved",
      who: "admin",
      body: { schema: mailTrialInput, example: { mailSender: "Shop <shop@example.com>" } },
      answer: {
        schema: z.strictObject({
          sent: z.boolean(),
          message: z.string().meta({ description: "What happened and what to do" }),
        }),
      },
    }),
    async (c) => {
      const actor = await c.var.actor();
      return c.json(await tryMailSettings(services, actor, await jsonBody(c)));
    },
  );
}

const tag = "Settings";
