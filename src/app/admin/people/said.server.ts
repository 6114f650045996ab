import type { InvitedUser } from "#access/admins/admins.ts";
import type { UserRecord } from "#access/admins/user-records.ts";
import type { Services } from "#compose.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { roleName } from "#policy/roles.ts";
import { emailSentence } from "../mail/email-words.ts";
import { hasMailServer } from "../mail/mail-row.server.ts";
import type { Invited } from "./invitation-link.tsx";

export async function saidOfNewPerson(services: Services, invited: InvitedUser): Promise<Invited> {
  const { userEmail, userRole } = invited.record;
  const fact = `${shownEmail(userEmail)} is on the team as ${roleName(userRole)}.`;
  return answer(invited, `${fact} ${await saidOfEmail(services, invited)}`);
}

export async function saidOfInvitation(services: Services, invited: InvitedUser): Promise<Invited> {
  const email = await saidOfEmail(services, invited);
  return answer(invited, `${shownEmail(invited.record.userEmail)} is invited again. ${email}`);
}

export async function saidOfChange(services: Services, invited: InvitedUser): Promise<Invited> {
  const { userEmail, userRole } = invited.record;
  const link = invited.link === null ? "" : ` ${await saidOfEmail(services, invited)}`;
  return answer(invited, `${shownEmail(userEmail)} is now ${roleName(userRole)}.${link}`);
}

export function saidOfRemoval({ userEmail }: UserRecord): Invited {
  const outcome = `${shownEmail(userEmail)} is no longer on the team`;
  return { savedAt: Date.now(), outcome, invitation: null };
}

async function saidOfEmail(services: Services, { link }: InvitedUser): Promise<string> {
  if (link !== null) return "Send them the invitation yourself.";
  return emailSentence("the person", await hasMailServer(services));
}

function answer({ record, link }: InvitedUser, outcome: string): Invited {
  const invitation = link === null ? null : { email: record.userEmail, link };
  return { savedAt: Date.now(), outcome, invitation };
}
