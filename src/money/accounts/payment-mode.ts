import { z } from "zod";
import { examplePaymentEmail, paymentEmail } from "#content/blocks/payment-email.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { usualMode } from "#payments/accounts/live-providers.ts";
import { readAccounts } from "#payments/accounts/payment-accounts.server.ts";
import { paymentModes } from "#payments/connection.ts";
import type { Payments } from "#payments/payments.ts";
import { demonstrationBusiness } from "#platform/business.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isLoopback } from "#platform/origins.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf, system } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { readBusiness } from "#settings/business.server.ts";
import { type SaveSettingsDependencies, saveSettings } from "#settings/save-settings.ts";
import { readBankTransfer, readPaymentMode } from "#settings/stored-settings.server.ts";
import { endTestSubscriptions } from "#subscriptions/running-subscriptions.server.ts";
import { refuseThatOfEnvironment } from "./connect-account.ts";
import type { TellOwnersOfPayments } from "./owner-emails.server.ts";

interface ModeDependencies {
  readonly publicUrl: string;
  readonly configuration: Parameters<typeof readBusiness>[0];
  readonly payments: Pick<Payments, "isFromEnvironment">;
}

/** Sentences that say what is missing before the site can take real payments. */
export async function missingToGoLive(
  queries: Queries,
  { publicUrl, configuration }: Omit<ModeDependencies, "payments">,
): Promise<readonly string[]> {
  const accounts = await readAccounts(queries);
  const live = accounts.filter(({ mode, state }) => mode === "live" && state === "on");
  const hasWay = live.length > 0 || (await readBankTransfer(queries)) !== null;
  const { protocol, hostname } = new URL(publicUrl);
  const isReachable = protocol === "https:" && !isLoopback(hostname);
  const business = await readBusiness(configuration, queries);
  const usesAddress = live.some(({ kind }) => kind === "paypal-standard");
  return [
    hasWay
      ? null
      : "Nothing can take real payments yet: connect PayPal or Stripe for real payments, or switch on bank transfers.",
    isReachable
      ? null
      : `Customers cannot pay safely at ${publicUrl}: ask the person who runs the server to set PUBLIC_URL to the https address of the site.`,
    business.name === demonstrationBusiness.name
      ? "Receipts would carry the example name: enter the name of your business under Settings."
      : null,
    business.address === demonstrationBusiness.address
      ? "Receipts would carry the example address: enter the address of your business under Settings."
      : null,
    usesAddress && (await isExampleAddress(queries))
      ? "The PayPal address is still the example address: connect PayPal Payments Standard again with your own."
      : null,
  ].filter((sentence) => sentence !== null);
}

async function isExampleAddress(queries: Queries): Promise<boolean> {
  const [record] = await listRecords(queries, paymentEmail);
  return normalEmail(record?.paypalEmail ?? "") === normalEmail(examplePaymentEmail);
}

interface FirstModeDependencies {
  readonly configuration: Pick<Configuration, "payments" | "publicUrl">;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Stores the mode of an installation in which nobody has chosen one, so that a later change of
 * PUBLIC_URL does not make it take real money. The mode that another process or an owner stores at
 * the same moment stays.
 */
export async function storeFirstMode({
  configuration,
  database,
  clock,
}: FirstModeDependencies): Promise<void> {
  if (configuration.payments.length > 0) return;
  if ((await readPaymentMode(database.read)) !== null) return;
  const row = {
    name: "paymentMode",
    value: JSON.stringify(usualMode(configuration.publicUrl)),
    changed_by: authorOf(system),
    changed_at: clock(),
  };
  await database.write((tx) =>
    tx
      .insertInto("settings")
      .values({ ...row, revision: 1 })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet(({ eb }) => ({ ...row, revision: eb("settings.revision", "+", 1) }))
          .where("settings.value", "=", JSON.stringify(null)),
      )
      .execute(),
  );
}

export const modeToSwitch = z.strictObject({ mode: z.enum(paymentModes) });

/** Switches between test payments and real ones. Throws the errors of `onPaymentModeChanged`. */
export async function switchMode(
  deps: SaveSettingsDependencies & { readonly payments: Pick<Payments, "follow"> },
  actor: Actor,
  input: unknown,
): Promise<void> {
  requireRight(actor, "change where payments go");
  const { mode } = parseOrThrow(modeToSwitch, input);
  await saveSettings(deps, actor, { paymentMode: mode });
  await deps.payments.follow();
}

/**
 * Called in the transaction that saves the mode. Throws "conflict" when the environment decides, and
 * with all that is missing before the site can take real payments.
 */
export function onPaymentModeChanged(
  deps: ModeDependencies,
  tellOwners: TellOwnersOfPayments,
): SaveSettingsDependencies["onPaymentModeChanged"] {
  return async (tx, { actor, at, before, after }) => {
    refuseThatOfEnvironment(deps.payments);
    const usual = usualMode(deps.publicUrl);
    const [from, to] = [before ?? usual, after ?? usual];
    if (to === "live") {
      const missing = await missingToGoLive(tx, deps);
      if (missing.length > 0) throw new AppError("conflict", missing.join(" "));
    }
    if (from === to) return;
    if (to === "live") await endTestSubscriptions(tx, at);
    const change =
      to === "live"
        ? "switched the site to real payments"
        : "switched the site to test payments, which charge nobody";
    await tellOwners(tx, { actor, at, change });
  };
}
