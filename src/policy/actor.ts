import type { Membership } from "./company.ts";
import type { LinkPurpose } from "./links.ts";
import { isTeamRole, type StaffRole } from "./roles.ts";

export interface MissingSecondFactor {
  /** Deadline for switching on the second factor. */
  readonly dueAt: number;
  /**
   * True after the deadline: the person has no rights of the team until the second factor is on.
   */
  readonly isOverdue: boolean;
}

/** The API key that a request has in place of a session. */
interface ActorKey {
  readonly id: string;
  readonly name: string;
  readonly isReadOnly: boolean;
}

/** The person behind a request, found by `access/`. */
export interface RequestPerson {
  readonly accountId: string;
  readonly email: string;
  /** The company of the account as a customer; absent for a company of one. */
  readonly company?: Membership;
  /** Present for ten minutes after a sign-in or a confirmation in this session. */
  readonly confirmedRecently?: true;
  /** Present for a request with an API key, which has fewer rights than its person. */
  readonly key?: ActorKey;
}

interface OnTeam extends RequestPerson {
  /** Present while the owner requires a second factor that the person has not switched on. */
  readonly missingSecondFactor?: MissingSecondFactor;
}

/**
 * The holder of a link that opens one thing of one order without a login. `links.ts` lists what the
 * holder may do; everything else refuses the holder like a visitor.
 */
export interface LinkActor {
  readonly kind: "link";
  readonly purpose: LinkPurpose;
  readonly orderId: string;
  /** The person to whom the link was sent. */
  readonly accountId: string;
  readonly email: string;
  readonly company?: Membership;
  /**
   * Id of the visit: a browser that has used the link. `isProven` is true for ten minutes after the
   * person has entered an emailed code.
   */
  readonly visitId: string;
  readonly isProven: boolean;
}

/**
 * The account or program on whose behalf an operation runs. Created from the session by `access/`,
 * never from a request body.
 */
export type Actor =
  | { readonly kind: "visitor" }
  | (RequestPerson & { readonly kind: "customer" })
  /** A person with the role Admin, who has every right. */
  | (OnTeam & { readonly kind: "admin" })
  /** A person on the team with a role other than Admin. */
  | (OnTeam & { readonly kind: "staff"; readonly role: StaffRole })
  | LinkActor
  /**
   * The program itself: seeding, workers and commands. `author` is the admin in whose name the
   * program works.
   */
  | { readonly kind: "system"; readonly author?: string };

export type SignedInActor = Extract<Actor, { kind: "customer" | "admin" | "staff" }>;

export const visitor: Actor = { kind: "visitor" };
export const system: Actor = { kind: "system" };

/**
 * Returns the actor of an account: a customer if the role is null or unknown. A missing second
 * factor belongs to the person, so that no caller can leave it out and give the rights of the role.
 */
export function actorWithRole(
  role: string | null,
  { accountId, email, company, confirmedRecently, key, missingSecondFactor }: OnTeam,
): SignedInActor {
  const person = {
    accountId,
    email,
    ...(company && { company }),
    ...(confirmedRecently && { confirmedRecently }),
    ...(key && { key }),
  };
  if (role === null || !isTeamRole(role)) return { kind: "customer", ...person };
  const missing = missingSecondFactor && { missingSecondFactor };
  if (role === "Admin") return { kind: "admin", ...person, ...missing };
  return { kind: "staff", role, ...person, ...missing };
}

export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.kind === "customer" || isOnTeam(actor);
}

export function isOnTeam(actor: Actor): actor is Extract<Actor, { kind: "admin" | "staff" }> {
  return actor.kind === "admin" || actor.kind === "staff";
}

/** Name of the actor as the author of a change. */
export function authorOf(actor: Actor): string {
  if (isSignedIn(actor)) return actor.email;
  return actor.kind === "system" && actor.author !== undefined ? actor.author : actor.kind;
}
