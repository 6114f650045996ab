import type { InvitedUser } from "#access/admins/admins.ts";
import type { Invited } from "./invitation-link.tsx";

export function invited({ record, link }: InvitedUser): Invited {
  const invitation = link === null ? null : { email: record.userEmail, link };
  return { savedAt: Date.now(), invitation };
}
