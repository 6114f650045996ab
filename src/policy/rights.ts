import { AppError } from "../platform/errors.ts";
import { type Actor, isSignedIn, type SignedInActor } from "./actor.ts";

const isAdmin = (actor: Actor) => actor.kind === "admin" || actor.kind === "system";

const rights = {
  "edit content": isAdmin,
  "read private content": isAdmin,
  "see every order": isAdmin,
  "update orders": isAdmin,
  "change demonstration orders": isAdmin,
  "deliver orders": isAdmin,
  "handle briefs": isAdmin,
  "see order messages": isAdmin,
  "write order messages": isAdmin,
  "show order passwords": isAdmin,
  "refund payments": isAdmin,
  "record payments": isAdmin,
  "see messages": isAdmin,
  "update messages": isAdmin,
  "see subscribers": isAdmin,
  "update subscribers": isAdmin,
  "see mails": isAdmin,
  "send mails": isAdmin,
  "see every user": isAdmin,
  "update users": isAdmin,
  "open the admin panel": isAdmin,
  "read the audit log": isAdmin,
  "see backups": isAdmin,
  "see the status": isAdmin,
  "change settings": isAdmin,
  "place orders": isSignedIn,
  "answer deliveries": isSignedIn,
  "answer briefs": isSignedIn,
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Right = keyof typeof rights;

export const permissionDenied = "You don't have any permission";

export function may(actor: Actor, right: Right): boolean {
  return rights[right](actor);
}

/** Throws "unauthenticated" for a visitor and "forbidden" for everybody else without the right. */
export function requireRight(actor: Actor, right: Right): void {
  if (may(actor, right)) return;
  if (actor.kind === "visitor") throw signInFirst();
  throw new AppError("forbidden", permissionDenied);
}

/** Requires the right for any account but the actor's own. Throws like `requireRight`. */
export function requireOwnOr(actor: Actor, accountId: string, right: Right): void {
  if (isSignedIn(actor) && actor.accountId === accountId) return;
  requireRight(actor, right);
}

/** Throws "unauthenticated" for an actor who is not signed in. */
export function requireSignedIn(actor: Actor): SignedInActor {
  if (!isSignedIn(actor)) throw signInFirst();
  return actor;
}

function signInFirst(): AppError {
  return new AppError("unauthenticated", "Log in to do this.");
}
