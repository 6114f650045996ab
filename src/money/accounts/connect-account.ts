import { z } from "zod";
import {
  beginConnection,
  finishConnection,
  withdrawConnection,
} from "#payments/accounts/payment-accounts.server.ts";
import { connectAtProvider } from "#payments/accounts/provider-connections.ts";
import { accountKinds, paymentModes } from "#payments/connection.ts";
import type { Payments } from "#payments/payments.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { isEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { accountInWords } from "./account-names.ts";
import type { TellOwnersOfPayments } from "./owner-emails.server.ts";
import { concernedPlans } from "./plans-faults.ts";
import { writePaypalAddress } from "./write-paypal-address.server.ts";

export const accountToConnect = z.strictObject({
  kind: z.enum(accountKinds),
  mode: z.enum(paymentModes),
  fields: z.record(z.string(), z.string().max(1000)).meta({
    description:
      "secretKey for stripe; clientId and clientSecret for paypal; receiver for paypal-standard. Never answered",
  }),
});

export interface AccountDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly configuration: Pick<Configuration, "publicUrl" | "sandboxUrl">;
  /** Origin at which this process reaches its own server, for the sandbox. */
  readonly ownUrl: string;
  readonly payments: Pick<Payments, "isFromEnvironment" | "usesSandbox" | "follow">;
  readonly tellOwnersOfPayments: TellOwnersOfPayments;
  /** Only tests replace the call of the provider. */
  readonly connectAtProvider?: typeof connectAtProvider;
}

export interface ConnectedAccount {
  readonly id: string;
  readonly label: string;
  /** Sentence to show once, about what works less well than it could; null when all is well. */
  readonly note: string | null;
}

/** Shorter than the time for which nobody else can connect an account of the same way. */
const longestMs = 90_000;

/**
 * Tries the keys of an account at its provider, makes the webhook there, and takes new payments
 * through the account at once. An account that was on before is disconnected. Throws "invalid" with
 * an issue at a field, and "conflict" when the environment decides or somebody else connects an
 * account at the same time.
 */
export async function connectAccount(
  deps: AccountDependencies,
  actor: Actor,
  input: unknown,
): Promise<ConnectedAccount> {
  requireRight(actor, "change where payments go");
  const typed = parseOrThrow(accountToConnect, input);
  refuseThatOfEnvironment(deps.payments);
  const { database, clock, secret, payments } = deps;
  const { kind, mode } = typed;
  const begun = { id: newId(), kind, mode, by: authorOf(actor) };
  await database.write((tx) => beginConnection(tx, { ...begun, at: clock() }));
  try {
    const connect = deps.connectAtProvider ?? connectAtProvider;
    const settings = { ...deps.configuration, ...deps, usesSandbox: payments.usesSandbox };
    const made = await withinTime(connect(typed, settings));
    if ("fault" in made) throw invalidField(made.field, made.fault);
    const { credentials, label, plansFault } = made;
    const address = mode === "live" && "receiver" in credentials ? credentials.receiver : null;
    if (address !== null && !isEmail(address)) {
      throw invalidField("receiver", "Enter the email address of your PayPal account.");
    }
    const id = await database.write(async (tx) => {
      const at = clock();
      const { id, replaced } = await finishConnection(tx, { ...begun, at, secret, made });
      if (address !== null) await writePaypalAddress(tx, { actor, at, address });
      const former = replaced && accountInWords(replaced);
      await audit(tx, actor, {
        action: "Connect payment account",
        subject: "payment account",
        subjectId: id,
        label: accountInWords({ kind, mode, label }),
        before: former ?? null,
        after: { kind, mode, label },
        at,
      });
      const instead = former === undefined ? "" : `, instead of ${former}`;
      const change = `connected ${accountInWords({ kind, mode, label })}${instead}`;
      await deps.tellOwnersOfPayments(tx, { actor, at, change });
      return id;
    });
    await payments.follow();
    const notes = plansFault ? [plansFault, await concernedPlans(database.read)] : [];
    const note = [made.note, ...notes].filter((sentence) => sentence).join(" ");
    return { id, label, note: note === "" ? null : note };
  } catch (error) {
    await database.write((tx) => withdrawConnection(tx, begun.id));
    throw error;
  }
}

/** Throws "conflict" when PAYMENTS is set, because nothing connected here would take effect. */
export function refuseThatOfEnvironment({
  isFromEnvironment,
}: Pick<Payments, "isFromEnvironment">): void {
  if (!isFromEnvironment) return;
  throw new AppError(
    "conflict",
    "The ways to pay are fixed by the environment variable PAYMENTS on the server, so they cannot be changed here.",
  );
}

function invalidField(field: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: `fields.${field}`, message }] });
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const sentence = "The provider takes too long to answer. Nothing was changed; try again later.";
    reject(new AppError("unavailable", sentence));
  }, longestMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
