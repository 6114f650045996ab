import type { RouterContextProvider } from "react-router";
import { confirmWithProof } from "../../../access/confirmation/confirm-again.ts";
import type { SignedInActor } from "../../../policy/actor.ts";
import { appContext } from "../../app-context.server.ts";

/**
 * The sender of a form that contains a `ConfirmField`: confirmed if the field has the right
 * password or code. An empty field leaves the decision to the operation. Throws like
 * `confirmWithProof`.
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
