import { tickFirstStep } from "../../content/first-steps.ts";
import { servicesOf } from "../app-context.server.ts";
import { readForm, refusedForm } from "../form-state.server.ts";
import type { Route } from "./+types/first-steps";
import { adminOnly } from "./admin-guard.server.ts";

/** Ticks off a first step that leaves no trace of its own. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    await tickFirstStep(servicesOf(context), actor, values.step ?? "");
    return null;
  } catch (error) {
    return refusedForm(error, values);
  }
}
