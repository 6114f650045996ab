import { AppError } from "../platform/errors.ts";
import type { Actor, SignedInActor } from "./actor.ts";
import { requireSignedIn, rightsOf } from "./rights.ts";
import { isTeamRole, type StaffRole, type TeamRole, teamRoles } from "./roles.ts";

const notWithKey =
  "An API key cannot do this. Log in with your password on the site and do it there.";

/** Requires a person with a session. Throws "unauthenticated", and "forbidden" for an API key. */
export function requirePerson(actor: Actor): SignedInActor {
  const signedIn = requireSignedIn(actor);
  if (signedIn.key !== undefined) throw new AppError("forbidden", notWithKey);
  return signedIn;
}

/** Throws "forbidden" when a read-only key sends a request that may write. */
export function requireMethodForKey(actor: Actor, method: string): void {
  const isReading = method === "GET" || method === "HEAD" || method === "OPTIONS";
  if (isReading || !("key" in actor) || !actor.key?.isReadOnly) return;
  throw new AppError("forbidden", "This API key can only read. Use a key that may change things.");
}

/**
 * Whether the role `own` has all rights of the role `wanted`. Null is a customer, whose rights
 * every role has.
 */
export function isRoleWithin(wanted: string | null, own: string | null): boolean {
  if (wanted === null || wanted === own) return true;
  if (own === null || !isTeamRole(own) || !isTeamRole(wanted) || wanted === "Admin") return false;
  return own === "Admin" || isSubset(namesOf(wanted), namesOf(own));
}

/** Roles that a person with the role `own` can give to an API key; `own` comes first. */
export function rolesWithin(own: TeamRole | null): readonly TeamRole[] {
  if (own === null) return [];
  return [own, ...teamRoles.filter((role) => role !== own && isRoleWithin(role, own))];
}

function namesOf(role: TeamRole): ReadonlySet<string> {
  const { general, inEveryRoom, inAssignedRooms } = rightsOf(role as StaffRole);
  return new Set([
    ...general,
    ...inEveryRoom.flatMap((right) => [`every ${right}`, `assigned ${right}`]),
    ...inAssignedRooms.map((right) => `assigned ${right}`),
  ]);
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((name) => all.has(name));
}
