import type { RouterContextProvider } from "react-router";
import { confirmWithProof } from "#access/confirmation/confirm-again.ts";
import { appContext } from "#app/app-context.server.ts";
import type { SignedInActor } from "#policy/actor.ts";

/**
 * Returns the actor as confirmed if the `ConfirmField` contains the right password or code. For an
 * empty field, returns the actor unchanged, and the operation decides whether a confirmation is
 * needed. Throws like `confirmWithProof`.
 */
export async function confirmByForm(
  context: Readonly<RouterContextProvider>,
  actor: SignedInActor,
  proof: string,
): Promise<SignedInActor> {
  if (proof === "") return actor;
  const { services, signInHeaders } = context.get(appContext);
  await confirmWithProof(services.access, actor, signInHeaders(), proof);
  return { ...actor, confirmedRecently: true };
}
