import type { InvitedUser } from "#access/admins/admins.ts";
import type { UserRecord } from "#access/admins/user-records.ts";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import type { Success } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { roleName } from "#policy/roles.ts";
import type { Invited } from "./invitation-link.tsx";

export async function saidOfNewPerson(
  services: Services,
  invited: InvitedUser,
): Promise<Success<Invited>> {
  const { userEmail, userRole } = invited.record;
  const email = await saidOfEmail(services, invited);
  return {
    title: "User Is Added",
    said: `${shownEmail(userEmail)} is on the team as ${roleName(userRole)}. ${email}`,
    data: invitationOf(invited),
  };
}

/** The link of an invitation without a mail server speaks for itself. */
export async function saidOfInvitation(
  services: Services,
  invited: InvitedUser,
): Promise<Success<Invited>> {
  const data = invitationOf(invited);
  if (data.invitation !== null) return { data };
  const email = await saidOfEmail(services, invited);
  return { said: `${shownEmail(invited.record.userEmail)} is invited again. ${email}`, data };
}

export async function saidOfChange(
  services: Services,
  invited: InvitedUser,
): Promise<Success<Invited>> {
  const { userEmail, userRole } = invited.record;
  const link = invited.link === null ? "" : ` ${await saidOfEmail(services, invited)}`;
  return {
    title: "User Is Updated",
    said: `${shownEmail(userEmail)} is now ${roleName(userRole)}.${link}`,
    data: invitationOf(invited),
  };
}

/** An admin who removes their own role loses the right to undo the removal. */
export function saidOfRemoval(actor: Actor, { userEmail, userRole }: UserRecord): Success<Invited> {
  const said = `${shownEmail(userEmail)} is no longer on the team`;
  const isYou = isSignedIn(actor) && normalEmail(actor.email) === normalEmail(userEmail);
  return isYou ? { said } : { said, undo: { intent: "add", userEmail, userRole } };
}

async function saidOfEmail(services: Services, { link }: InvitedUser): Promise<string> {
  if (link !== null) return "Send them the invitation yourself.";
  return emailSentence("the person", await hasMailServer(services));
}

function invitationOf({ record, link }: InvitedUser): Invited {
  return { invitation: link === null ? null : { email: record.userEmail, link } };
}
