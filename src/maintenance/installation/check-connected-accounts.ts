import type { AccountFault } from "#payments/account-fault.ts";
import {
  endpointsIn,
  isInSandbox,
  notificationPathOf,
} from "#payments/accounts/account-providers.ts";
import { usualMode } from "#payments/accounts/live-providers.ts";
import {
  type ReadableAccount,
  readAccounts,
  readableAccount,
} from "#payments/accounts/payment-accounts.server.ts";
import { paypalAccountFault } from "#payments/paypal-rest/check-paypal-account.ts";
import { stripeAccountFault } from "#payments/stripe/check-stripe-account.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { readBankTransfer, readPaymentMode } from "#settings/stored-settings.server.ts";
import type { CheckedPart } from "./check-parts.ts";

const name = "Payments";
const place = "in the panel under Settings → Payments";

type Reached = Pick<Configuration, "publicUrl">;

/** Tries the accounts that take payments now. `apiUrl` replaces the providers in tests. */
export async function* checkConnectedAccounts(
  { read }: Pick<Database, "read">,
  secret: string,
  { publicUrl }: Reached,
  apiUrl?: string,
): AsyncGenerator<CheckedPart> {
  const mode = (await readPaymentMode(read)) ?? usualMode(publicUrl);
  if (mode === "test") {
    const sentence = `The site is in test mode: no money is charged. Go live ${place}.`;
    yield { name, state: "attention", sentence };
  }
  const rows = (await readAccounts(read)).filter((row) => row.state === "on" && row.mode === mode);
  if (mode === "live" && rows.length === 0) {
    const hasTransfer = (await readBankTransfer(read)) !== null;
    const sentence = hasTransfer
      ? "Customers pay by bank transfer."
      : `Customers cannot pay yet. Connect Stripe or PayPal ${place}.`;
    yield { name, state: hasTransfer ? "good" : "attention", sentence };
  }
  for (const row of rows) {
    const account = readableAccount(secret, row);
    if (account === undefined) {
      const sentence = `The keys of ${row.label} cannot be read with this SECRET. Connect the account again ${place}.`;
      yield { name, state: "wrong", sentence };
      continue;
    }
    // The sandbox answers only while the site runs.
    if (isInSandbox(account)) continue;
    const fault = await faultOf(account, publicUrl, apiUrl);
    if (fault !== null) {
      const state = fault.isAboutPlans ? "attention" : "wrong";
      yield { name, state, sentence: `${row.label}: ${fault.sentence}` };
    } else yield { name, state: "good", sentence: `${row.label} works.` };
  }
}

async function faultOf(
  account: ReadableAccount,
  publicUrl: string,
  apiUrl: string | undefined,
): Promise<AccountFault | null> {
  const { kind, mode, credentials } = account;
  const webhookUrl = publicUrl + notificationPathOf(kind, mode);
  const { stripe, paypal } = endpointsIn(mode);
  switch (kind) {
    case "stripe":
      return stripeAccountFault(apiUrl ?? stripe.apiUrl, credentials.secretKey, webhookUrl);
    case "paypal": {
      const again = `Connect the account again ${place}.`;
      return paypalAccountFault(apiUrl ?? paypal.apiUrl, credentials, webhookUrl, {
        unknownWebhook: `PayPal does not know the webhook. ${again}`,
        refused: again,
      });
    }
    case "paypal-standard":
      return null;
  }
}
