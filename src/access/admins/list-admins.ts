import { normalEmail } from "../../platform/texts/email-address.ts";
import { isoTime } from "../../platform/time/dates.ts";
import { type Actor, isSignedIn } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { verifiedAmong } from "../accounts/accounts.server.ts";
import type { PeopleDependencies } from "./people-dependencies.ts";
import { listUserRecords, type UserRecord } from "./user-records.ts";

export interface Admin extends UserRecord {
  /** "active" admins can sign in; the others have not set a password yet. */
  readonly state: "active" | "invited" | "expired";
  /** Time of the invitation in ISO 8601; null for active admins. */
  readonly invitedAt: string | null;
  readonly isYou: boolean;
}

/** Admins and invited admins. */
export async function listAdmins(
  { database, clock }: Omit<PeopleDependencies, "post">,
  actor: Actor,
): Promise<Admin[]> {
  requireRight(actor, "see every user");
  const records = await listUserRecords({ database }, actor);
  const emails = records.map(({ userEmail }) => userEmail);
  const verified = await verifiedAmong(database.read, emails);
  const invitations = await database.read.selectFrom("invitations").selectAll().execute();
  const invitationOf = new Map(invitations.map((row) => [row.user_record_id, row]));
  const own = isSignedIn(actor) ? normalEmail(actor.email) : null;
  return records.map((record) => {
    const key = normalEmail(record.userEmail);
    const isYou = key === own;
    if (verified.has(key)) return { ...record, state: "active", invitedAt: null, isYou };
    const invitation = invitationOf.get(record._id);
    const isOpen = invitation !== undefined && invitation.expires_at > clock();
    const invitedAt = invitation === undefined ? null : isoTime(invitation.sent_at);
    return { ...record, state: isOpen ? "invited" : "expired", invitedAt, isYou };
  });
}
