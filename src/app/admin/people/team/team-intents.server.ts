import { addUserRecord, removeUserRecord, sendInvitationAgain } from "#access/admins/admins.ts";
import { revokeApiKey } from "#access/api-keys/api-keys.ts";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import type { Actor } from "#policy/actor.ts";
import { saidOfInvitation, saidOfNewPerson, saidOfRemoval } from "./said.server.ts";

interface Owner {
  readonly services: Services;
  readonly actor: Actor;
}

export const teamIntents = {
  // The owner chooses the role here. REST calls without a role still add an admin.
  add: intent(
    fields("userEmail").extend({ userRole: blankIfUnsent }),
    async ({ services, actor }: Owner, person) =>
      saidOfNewPerson(services, await addUserRecord(services, actor, person)),
  ),
  invite: intent(fields("id"), async ({ services, actor }: Owner, { id = "" }) =>
    saidOfInvitation(services, await sendInvitationAgain(services, actor, id)),
  ),
  remove: intent(fields("id"), async ({ services, actor }: Owner, { id = "" }) =>
    saidOfRemoval(actor, await removeUserRecord(services, actor, id)),
  ),
  "revoke-key": intent(fields("id"), async ({ services, actor }: Owner, { id = "" }) => {
    await revokeApiKey(services, actor, id);
    return { said: "Key is Revoked" };
  }),
};
