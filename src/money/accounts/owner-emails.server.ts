import type { Post } from "#mail/mailer.ts";
import { ownerAddressOf } from "#mail/mailer.ts";
import { queueEmails } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { fullDateOf } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";

/** Path of the screen on which owners connect accounts. */
const paymentSettingsPath = "/settings/payments";

interface PaymentsChange {
  readonly actor: Actor;
  readonly at: number;
  /** What the person has done, such as "connected the Stripe account … for real payments". */
  readonly change: string;
}

export type TellOwnersOfPayments = (tx: WriteTransaction, change: PaymentsChange) => Promise<void>;

/**
 * Emails every owner that somebody has changed where payments go, whatever an owner wants to be told
 * of, so that a thief who took over one account is noticed by the others.
 */
export function tellOwnersOfPayments(post: Post): TellOwnersOfPayments {
  return async (tx, { actor, at, change }) => {
    const timeZone = await post.readTimeZone(tx);
    const person = authorOf(actor);
    const facts = [
      ["Changed by", person],
      ["Date", fullDateOf(at, { timeZone })],
    ] as const;
    await queueEmails(
      tx,
      post,
      (await ownerAddresses(tx, post)).map((recipient) => ({
        name: "paymentsChangedOwner" as const,
        recipient,
        values: { person, change },
        facts,
        path: paymentSettingsPath,
      })),
    );
  };
}

/** What an owner did to the account for bank transfers. */
export function bankTransferChange(
  before: { readonly isOn: boolean } | null,
  after: { readonly isOn: boolean } | null,
): string {
  if (!after?.isOn) return "switched off bank transfers";
  return before?.isOn ? "changed the account for bank transfers" : "switched on bank transfers";
}

export function paypalAddressChange(address: string | null): string {
  if (address === null) return "removed the PayPal address, so that nobody can pay there";
  return `made ${address} the PayPal address that receives payments`;
}

/** All owners, and the owner's address if nobody on the team has it. */
async function ownerAddresses(tx: WriteTransaction, post: Post): Promise<readonly string[]> {
  const team = await post.readTeam(tx);
  const owners = team.filter(({ role }) => role === "Admin").map(({ email }) => email);
  const address = await ownerAddressOf(post, tx);
  const isKnown = team.some(({ email }) => normalEmail(email) === normalEmail(address ?? ""));
  return address === undefined || isKnown ? owners : [...owners, address];
}
