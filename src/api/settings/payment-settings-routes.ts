import type { Hono } from "hono";
import { z } from "zod";
import { accountToConnect, connectAccount } from "#money/accounts/connect-account.ts";
import { disconnectAccount } from "#money/accounts/disconnect-account.ts";
import { modeToSwitch, switchMode } from "#money/accounts/payment-mode.ts";
import {
  paymentAccountsSchema,
  readPaymentAccounts,
} from "#money/accounts/read-payment-accounts.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const forAdmins = { tag: "Settings", who: "admin" } as const;

export function paymentSettingsRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/settings/payments", {
    ...forAdmins,
    summary: "The mode of payments, the connected accounts, and what is missing for real payments",
    detail: "Keys are never answered.",
    answer: { schema: paymentAccountsSchema },
    run: ({ actor }) => readPaymentAccounts(services, actor),
  });
  addCall(api, "PUT", "/settings/payments/mode", {
    ...forAdmins,
    summary: "Switches between test payments and real ones",
    detail:
      "409 with all that is missing before the site can take real payments, and when the environment decides. Going live ends the subscriptions of test payments; those of real money go on in both modes.",
    body: { schema: modeToSwitch, example: { mode: "test" } },
    answer: { schema: paymentAccountsSchema },
    refusals: [409],
    run: async ({ actor, body }) => {
      await switchMode(services, actor, body);
      return readPaymentAccounts(services, actor);
    },
  });
  addCall(api, "POST", "/settings/payments/accounts", {
    ...forAdmins,
    summary: "Tries the keys of an account at its provider, and takes new payments through it",
    detail:
      "Makes the webhook at the provider. An account that was on for the same way to pay and mode is disconnected. Keys that lack only the rights for plans with an interval are connected, and `note` names them.",
    body: {
      schema: accountToConnect,
      example: {
        kind: "paypal-standard",
        mode: "test",
        fields: { receiver: "till@sandbox.example" },
      },
    },
    answer: {
      status: 201,
      schema: z.strictObject({
        id: z.string(),
        label: z.string(),
        note: z.string().nullable().meta({
          description: "A sentence about what works less well than it could",
        }),
      }),
    },
    refusals: [409, 503],
    run: ({ actor, body }) => connectAccount(services, actor, body),
  });
  addCall(api, "DELETE", "/settings/payments/accounts/:id", {
    ...forAdmins,
    summary: "Stops new payments through an account",
    detail:
      "Open checkouts can still be paid and payments refunded, and subscriptions go on being charged. The webhook at the provider is removed once nothing needs it.",
    answer: { schema: paymentAccountsSchema },
    run: async ({ actor, id }) => {
      await disconnectAccount(services, actor, id);
      return readPaymentAccounts(services, actor);
    },
  });
}
