import { data } from "react-router";
import type { Route } from "./+types/unknown-screen";
import { adminOnly } from "./admin-guard.server.ts";

/** Answers unknown addresses of the panel with an error inside the panel. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  await adminOnly(context, request);
  throw data(null, { status: 404 });
}

export const action = loader;

export default function UnknownScreen() {
  return null;
}
