import { data } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/content-actions";
import { carryOut, readContentRequest, refusal } from "./content-action.server.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  try {
    return await carryOut(servicesOf(context), actor, await readContentRequest(request));
  } catch (error) {
    const result = refusal(error, actor);
    return data(result, { status: error instanceof AppError ? statusOf(error) : 500 });
  }
}
