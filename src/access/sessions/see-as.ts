import { type Actor, actorWithRole } from "#policy/actor.ts";
import { isTeamRole, type StaffRole } from "#policy/roles.ts";

const cookieName = "furrow-see-as";

/** The role that the cookie names; null without one. */
export function seenRoleIn(cookies: string): StaffRole | null {
  const role = /(?:^|;\s*)furrow-see-as=(\w+)/.exec(cookies)?.[1] ?? "";
  return isTeamRole(role) && role !== "Admin" ? role : null;
}

/**
 * Cookie, for one browser session, that makes an admin see the panel with another role; null
 * deletes the cookie.
 */
export function seeAsCookie(role: StaffRole | null): string {
  const value = role === null ? "; Max-Age=0" : role;
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax`;
}

/**
 * An admin who sees the panel with another role has only the rights of that role. The cookie of any
 * other person changes nothing, so the cookie never adds a right.
 */
export function withSeenRole<A extends Actor>(actor: A, cookies: string): A | Actor {
  if (actor.kind !== "admin") return actor;
  const role = seenRoleIn(cookies);
  if (role === null) return actor;
  // Keeps `missingSecondFactor`, so that the cookie gives no rights back to an admin who lacks the
  // second factor.
  return actorWithRole(role, actor);
}
