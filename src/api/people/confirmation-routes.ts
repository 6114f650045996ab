import type { Hono } from "hono";
import { z } from "zod";
import {
  type Confirmation,
  confirmAgain,
  confirmWithPasskey,
  passkeyConfirmationOptions,
} from "#access/confirmation/confirm-again.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { answerTo, credential, webAuthnOptions } from "./account-routes.ts";

const confirmed = z
  .strictObject({ confirmedUntil: z.string() })
  .meta({ id: "Confirmation", description: "Time in ISO 8601 until which the session counts" });

const shared = { tag: "Accounts", who: "signed in", withoutKeys: true, refusals: [429] } as const;

/** Calls with which a person confirms that the session is used by the person who signed in. */
export function confirmationRoutes(api: Hono<ApiContext>, { access }: ApiDependencies): void {
  addCall(api, "POST", "/auth/confirm", {
    ...shared,
    summary: "Confirms with the password or a code that the session's owner uses it",
    detail:
      "Calls that answer 403 with `confirmationRequired: true` work for ten minutes after this call, as they do after a sign-in.",
    body: {
      schema: z.object({
        password: z.string().optional(),
        code: z.string().optional().meta({ description: "Six digits of the authenticator app" }),
      }),
      example: { password: "hedgerow and barley" },
    },
    answer: { schema: confirmed },
    run: async ({ context, actor, body }) =>
      answerOf(await confirmAgain(access, actor, context.var.signInHeaders(), body)),
  });
  addCall(api, "POST", "/auth/confirm/passkey-options", {
    ...shared,
    summary: "Begins to confirm with a passkey",
    answer: { schema: webAuthnOptions },
    run: async ({ context, actor }) =>
      answerTo(
        context,
        await passkeyConfirmationOptions(access, actor, context.var.signInHeaders()),
      ),
  });
  addCall(api, "POST", "/auth/confirm/passkey", {
    ...shared,
    summary: "Confirms with a passkey that the session's owner uses it",
    body: {
      schema: z.object({ response: credential }),
      example: { response: { id: "from-the-browser", response: {} } },
    },
    answer: { schema: confirmed },
    run: async ({ context, actor, body }) =>
      answerOf(await confirmWithPasskey(access, actor, context.var.signInHeaders(), body)),
  });
}

function answerOf({ confirmedUntil }: Confirmation) {
  return { confirmedUntil: isoTime(confirmedUntil) };
}
