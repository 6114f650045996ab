import type { Hono } from "hono";
import { z } from "zod";
import { tryMailSettings } from "#mail/sending/try-mail-settings.ts";
import { readSettings } from "#settings/read-settings.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { mailTrialInput, settingsInput, settingsSchema } from "#settings/settings.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const forAdmins = { tag: "Settings", who: "admin" } as const;

export function settingsRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/settings", {
    ...forAdmins,
    summary: "The time zone, the mail server, the owner's address and the backups, as they are set",
    detail: "Passwords are never answered.",
    answer: { schema: settingsSchema },
    run: ({ actor }) => readSettings(services, actor),
  });
  addCall(api, "PUT", "/settings", {
    ...forAdmins,
    summary: "Saves the settings that the body names",
    detail: "They take effect at once. A setting of the environment is refused.",
    body: {
      schema: settingsInput,
      example: { ownerAddress: "owner@example.com", revisions: { ownerAddress: 0 } },
    },
    answer: { schema: settingsSchema },
    refusals: [409],
    run: ({ actor, body }) => saveSettings(services, actor, body),
  });
  addCall(api, "POST", "/settings/test-mail", {
    ...forAdmins,
    summary: "Sends a test email to the caller with settings that are not saved",
    body: { schema: mailTrialInput, example: { mailSender: "Shop <shop@example.com>" } },
    answer: {
      schema: z.strictObject({
        sent: z.boolean(),
        message: z.string().meta({ description: "What happened and what to do" }),
      }),
    },
    run: ({ actor, body }) => tryMailSettings(services, actor, body),
  });
}
