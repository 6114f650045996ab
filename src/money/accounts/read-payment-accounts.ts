import { z } from "zod";
import { isInSandbox } from "#payments/accounts/account-providers.ts";
import {
  type AccountRow,
  readAccounts,
  readableAccount,
} from "#payments/accounts/payment-accounts.server.ts";
import { accountKinds, paymentModes } from "#payments/connection.ts";
import type { Payments } from "#payments/payments.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { readPaymentMode } from "#settings/stored-settings.server.ts";
import { missingToGoLive } from "./payment-mode.ts";

const mode = z.enum(paymentModes);

const shownAccount = z.strictObject({
  id: z.string(),
  kind: z.enum(accountKinds),
  mode,
  state: z.enum(["on", "off"]),
  label: z.string().meta({ description: "By what an owner recognizes the account; no key" }),
  isReadable: z.boolean().meta({
    description: "false when SECRET is another one than when the account was connected",
  }),
  isInSandbox: z.boolean().meta({ description: "true for an account of Furrow’s own sandbox" }),
  hasWebhook: z.boolean().meta({
    description: "false when the provider cannot send notifications to this site",
  }),
  plansFault: z.string().nullable().meta({
    description:
      "Why plans with an interval are not charged by themselves through the account; null when nothing is known to be missing",
  }),
  connectedAt: z.int(),
  connectedBy: z.string(),
  disconnectedAt: z.int().nullable(),
  disconnectedBy: z.string().nullable(),
});

/** The payment settings as the panel shows them and REST answers them. */
export const paymentAccountsSchema = z.strictObject({
  mode: mode.meta({ description: "The mode in effect" }),
  chosenMode: mode.nullable().meta({
    description:
      "The mode that the first start or an owner has stored; null only when PAYMENTS decides",
  }),
  isFromEnvironment: z.boolean().meta({
    description: "true when PAYMENTS decides, so that nothing can be changed",
  }),
  environment: z
    .array(z.strictObject({ provider: z.string(), variables: z.array(z.string()) }))
    .meta({ description: "The ways to pay that the environment names" }),
  accounts: z.array(shownAccount).meta({ description: "Oldest first" }),
  missing: z
    .array(z.string())
    .meta({ description: "Sentences: what is missing before the site can take real payments" }),
});

export type PaymentAccounts = z.infer<typeof paymentAccountsSchema>;
type ShownAccount = z.infer<typeof shownAccount>;

interface ReadDependencies {
  readonly database: Database;
  readonly secret: string;
  readonly publicUrl: string;
  readonly configuration: Pick<Configuration, "payments" | "businessName">;
  readonly payments: Pick<Payments, "mode" | "isFromEnvironment" | "follow">;
}

const variablesOf: Readonly<Record<Configuration["payments"][number], string[]>> = {
  sandbox: ["PAYMENTS"],
  "paypal-standard": ["PAYMENTS", "PAYPAL_ENVIRONMENT"],
  paypal: [
    "PAYMENTS",
    "PAYPAL_CLIENT_ID",
    "PAYPAL_CLIENT_SECRET",
    "PAYPAL_WEBHOOK_ID",
    "PAYPAL_ENVIRONMENT",
  ],
  stripe: ["PAYMENTS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
};

/** The payment settings without any secret. Throws "unauthenticated" and "forbidden". */
export async function readPaymentAccounts(
  deps: ReadDependencies,
  actor: Actor,
): Promise<PaymentAccounts> {
  requireRight(actor, "see settings");
  const { database, secret, payments, configuration } = deps;
  await payments.follow();
  const rows = await readAccounts(database.read);
  return {
    mode: payments.mode,
    chosenMode: await readPaymentMode(database.read),
    isFromEnvironment: payments.isFromEnvironment,
    environment: configuration.payments.map((provider) => ({
      provider,
      variables: variablesOf[provider],
    })),
    accounts: rows.map((row) => shown(secret, row)),
    missing: [...(await missingToGoLive(database.read, deps))],
  };
}

function shown(secret: string, row: AccountRow): ShownAccount {
  const readable = readableAccount(secret, row);
  const credentials = readable?.credentials;
  return {
    id: row.id,
    kind: row.kind,
    mode: row.mode,
    state: row.state === "on" ? "on" : "off",
    label: row.label,
    isReadable: readable !== undefined,
    isInSandbox: readable !== undefined && isInSandbox(readable),
    hasWebhook: row.webhook_id !== null,
    plansFault: (credentials && "plansFault" in credentials && credentials.plansFault) || null,
    connectedAt: row.connected_at,
    connectedBy: row.connected_by,
    disconnectedAt: row.disconnected_at,
    disconnectedBy: row.disconnected_by,
  };
}
