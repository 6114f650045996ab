import { z } from "zod";
import { fields, intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { connectAccount } from "#money/accounts/connect-account.ts";
import { disconnectAccount } from "#money/accounts/disconnect-account.ts";
import { switchMode } from "#money/accounts/payment-mode.ts";
import { accountKinds, paymentModes } from "#payments/connection.ts";
import type { Actor } from "#policy/actor.ts";
import { settingsIntents } from "../settings-intents.server.ts";
import { nameOf } from "./payment-ways.server.ts";

interface Context {
  readonly services: Services;
  readonly actor: Actor & { readonly email: string };
}

export const paymentIntents = {
  connect: intent(
    z.looseObject({
      kind: z.enum(accountKinds),
      mode: z.enum(paymentModes),
    }),
    async ({ services, actor }: Context, { kind, mode, ...values }) => {
      const typed = Object.entries(values).flatMap(([name, value]) =>
        name.startsWith("fields.") ? [[name.slice("fields.".length), String(value)]] : [],
      );
      const input = { kind, mode, fields: Object.fromEntries(typed) };
      const { label } = await connectAccount(services, actor, input);
      return { title: `${nameOf(kind)} is connected`, said: `${label}.` };
    },
  ),
  disconnect: intent(fields("id"), async ({ services, actor }: Context, { id = "" }) => {
    await disconnectAccount(services, actor, id);
    return { said: "The account is disconnected" };
  }),
  switch: intent(
    z.object({ mode: z.enum(paymentModes) }),
    async ({ services, actor }: Context, { mode }) => {
      await switchMode(services, actor, { mode });
      return { said: mode === "live" ? "The site is live" : "The site is in test mode" };
    },
  ),
  save: settingsIntents.save,
};
