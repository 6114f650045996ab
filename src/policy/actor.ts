/**
 * The account or program on whose behalf an operation runs. Created from the session by `access/`,
 * never from a request body.
 */
export type Actor =
  | { readonly kind: "visitor" }
  | { readonly kind: "customer"; readonly accountId: string; readonly email: string }
  | { readonly kind: "admin"; readonly accountId: string; readonly email: string }
  /** The program itself: seeding, workers and commands. */
  | { readonly kind: "system" };

export type SignedInActor = Extract<Actor, { accountId: string }>;

export const visitor: Actor = { kind: "visitor" };
export const system: Actor = { kind: "system" };

export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.kind === "customer" || actor.kind === "admin";
}

/** Name of the actor as the author of a change. */
export function authorOf(actor: Actor): string {
  return isSignedIn(actor) ? actor.email : actor.kind;
}
