/** On whose behalf something is done. Made from the session by `access/`, never from a request body. */
export type Actor =
  | { readonly kind: "visitor" }
  | { readonly kind: "customer"; readonly accountId: string; readonly email: string }
  | { readonly kind: "admin"; readonly accountId: string; readonly email: string }
  /** The program itself: seeding, workers, commands on the machine. */
  | { readonly kind: "system" };

export type SignedInActor = Extract<Actor, { accountId: string }>;

export const visitor: Actor = { kind: "visitor" };
export const system: Actor = { kind: "system" };

export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.kind === "customer" || actor.kind === "admin";
}

/** Who a change is attributed to in histories. */
export function authorOf(actor: Actor): string {
  return isSignedIn(actor) ? actor.email : actor.kind;
}
