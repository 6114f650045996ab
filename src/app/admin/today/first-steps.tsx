import { servicesOf } from "#app/app-context.server.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { tickFirstStep } from "#content/records/first-steps.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import type { Route } from "./+types/first-steps";

/** Marks a step as done, for steps whose completion the server cannot detect. */
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
