import { data, isRouteErrorResponse } from "react-router";
import { AppError, statusOf } from "../../../platform/errors.ts";
import { servicesOf } from "../../app-context.server.ts";
import { adminOnly } from "../admin-guard.server.ts";
import type { Route } from "./+types/content-actions";
import { carryOut, refusal } from "./content-action.server.ts";
import type { ContentResult } from "./content-action.ts";
import { readContentRequest } from "./read-content-request.server.ts";

/** Where every form and button of the panel's content screens sends what it wants done. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  try {
    return await carryOut(servicesOf(context), actor, await readContentRequest(request));
  } catch (error) {
    const result = refusal(error);
    return data(result, { status: error instanceof AppError ? statusOf(error) : 500 });
  }
}

/** Without a connection, or with a server that fails, the form stays as it is and says so. */
export async function clientAction({
  serverAction,
}: Route.ClientActionArgs): Promise<ContentResult> {
  try {
    return await serverAction();
  } catch (error) {
    // Such as the way to the login, after the session has ended.
    if (error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return {
      ok: false,
      message: "It could not be saved. What you typed is kept in this browser; try again.",
      errors: {},
      conflicts: null,
      merged: null,
      revision: null,
    };
  }
}
